import Type from 'typebox'
import { EntryOfCase, entriesAbout } from '../../../backoffice/audit-log/entries-about.ts'
import { EventOfCase } from '../../../backoffice/event-of-case.ts'
import { eventsAbout } from '../../../events/events-about.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import { RefundOfNotification, refundsOfNotification } from '../../pix-refunds/backoffice/refunds-of-notification.ts'
import { findFilesOf } from '../../storage/find-files.ts'
import {
  ContestedTransaction,
  counterpartyOf,
  findTransactionsOf,
} from '../../transactions/backoffice/contested-transaction.ts'
import { earlierNotifications } from '../earlier-notifications.ts'
import { fraudTypeNames, infractionTypes, notificationStatuses, situationTypes, verdicts } from '../notification.ts'
import { findNotification } from '../notification-store.ts'
import { InfractionRecord } from './infraction-record.ts'

/** All data that a verdict on a report is based on. */

const EarlierInfraction = Type.Object(
  {
    id: Uuid,
    infraction_type: openEnum(infractionTypes),
    situation_type: openEnum(situationTypes),
    status: openEnum(notificationStatuses),
    amount: Type.Integer({ description: 'Cents.' }),
    analysis_result: Type.Optional(openEnum(verdicts)),
    analysis_fraud_type: Type.Optional(openEnum(fraudTypeNames)),
    created_at: DateTime,
    same_counterparty: Type.Boolean({ description: 'Whether the counterparty has the same document.' }),
  },
  { title: 'EarlierInfraction' },
)

const Evidence = Type.Object(
  {
    id: Uuid,
    file_name: Type.String(),
    content_type: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    state: Type.String(),
  },
  { title: 'EvidenceOfCase' },
)

export const InfractionCase = Type.Object(
  {
    user_id: Uuid,
    revealed: Type.Boolean({ description: 'Whether personal data is shown or masked.' }),
    infraction: InfractionRecord,
    transaction: Type.Optional(ContestedTransaction),
    refunds: Type.Array(RefundOfNotification, { description: 'Refund requests that followed.' }),
    earlier: Type.Array(EarlierInfraction, {
      description: 'Earlier reports of the same wallet, newest first; 20 at most.',
    }),
    files: Type.Array(Evidence, { description: 'The files that the client sent with its answer.' }),
    events: Type.Array(EventOfCase, { description: 'Its events, in order.' }),
    journal: Type.Array(EntryOfCase, { description: 'The actions of backoffice users, newest first.' }),
  },
  { title: 'InfractionCase' },
)

/** Returns undefined when the user has no such notification. */
export async function readInfractionCase(tx: Tx, id: string) {
  const infraction = await findNotification(tx, id)
  if (!infraction) return undefined
  const { user_id } = tx.scope
  const { wallet_id, transaction_id } = infraction
  const [refunds, before, files, events, journal] = await Promise.all([
    refundsOfNotification(tx, id),
    earlierNotifications(tx, infraction),
    findFilesOf(tx, infraction.file_ids),
    eventsAbout(tx, infraction),
    entriesAbout(tx, { user_id, type: 'infraction', id }),
  ])
  const ids = [transaction_id, ...before.map((each) => each.transaction_id)]
  const payments = new Map((await findTransactionsOf(tx, wallet_id, ids)).map((each) => [each.id, each]))
  const transaction = payments.get(transaction_id)
  const other = transaction && counterpartyOf(transaction)
  const isSame = (payment: typeof transaction) => Boolean(other && payment && counterpartyOf(payment) === other)
  const earlier = before.map(({ transaction_id: paid, ...each }) => ({
    ...each,
    same_counterparty: isSame(payments.get(paid)),
  }))
  return { user_id, infraction, transaction, refunds, earlier, files, events, journal }
}

export type ReadInfraction = NonNullable<Awaited<ReturnType<typeof readInfractionCase>>>
