import Type from 'typebox'
import { EntryOfCase, entriesAbout, entriesMasked } from '../../../backoffice/audit-log/entries-about.ts'
import { EventOfCase } from '../../../backoffice/event-of-case.ts'
import { eventsAbout } from '../../../events/events-about.ts'
import type { Tx } from '../../../http/transaction.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import {
  ContestedTransaction,
  findTransactionsOf,
  withMaskedParties,
} from '../../transactions/backoffice/contested-transaction.ts'
import { refundRequestUnknown } from '../errors.ts'
import { findRefundOwner, findRefundRequest } from '../refund-request-store.ts'
import { RefundRecord, shownRefund } from './refund-record.ts'

export const RefundCase = Type.Object(
  {
    revealed: Type.Boolean({ description: 'Whether personal data is shown or masked.' }),
    refund: RefundRecord,
    transaction: Type.Optional(ContestedTransaction),
    events: Type.Array(EventOfCase, { description: 'Its events, in order.' }),
    journal: Type.Array(EntryOfCase, { description: 'The actions of backoffice users, newest first.' }),
  },
  { title: 'RefundCase' },
)

type ReadRefundOnly = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** The owner of a refund. DICT generates the ids, so they are unique across users. */
export async function ownerOf(look: ReadRefundOnly, id: string): Promise<string> {
  return found(await look((tx) => findRefundOwner(tx, id)), refundRequestUnknown).user_id
}

/** All data of a refund, masked unless it is revealed. */
export async function readRefundCase(tx: Tx, id: string, revealed: boolean) {
  const refund = found(await findRefundRequest(tx, id), refundRequestUnknown)
  const { user_id, wallet_id, transaction_id } = refund
  const [[transaction], events, journal] = await Promise.all([
    findTransactionsOf(tx, wallet_id, [transaction_id]),
    eventsAbout(tx, refund),
    entriesAbout(tx, { user_id, type: 'refund', id }),
  ])
  return {
    revealed,
    refund: shownRefund(refund, revealed),
    transaction: (transaction && (revealed ? transaction : withMaskedParties(transaction))) ?? null,
    events,
    journal: revealed ? journal : entriesMasked(journal),
  }
}
