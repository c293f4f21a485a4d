import Type from 'typebox'
import { EntryOfCase, entriesAbout, entriesMasked } from '../../../backoffice/audit-log/entries-about.ts'
import { EventOfCase } from '../../../backoffice/event-of-case.ts'
import { type Masks, masked, withMasks } from '../../../backoffice/masked.ts'
import { eventsAbout } from '../../../events/events-about.ts'
import { DateTime, Uuid } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { recoveryUnknown } from '../errors.ts'
import { type Request, RequestReply, withSummary } from '../request.ts'
import { findRequest } from '../request-store.ts'
import { Account, Followed, Hop, wayOf } from './tracking-graph.ts'

const RecoveryRecord = Type.Object(
  {
    ...RequestReply.properties,
    user_id: Uuid,
    version: Type.Integer(),
    contact_email: Type.String(),
    contact_phone: Type.String(),
    dict_id: Type.Optional(Uuid),
    dict_status: Type.Optional(Type.String({ description: 'The value at DICT.' })),
    submitted_at: Type.Optional(DateTime),
    next_action_at: Type.Optional(DateTime),
  },
  { title: 'RecoveryRecord' },
)

export const RecoveryCase = Type.Object(
  {
    revealed: Type.Boolean({ description: 'Whether personal data is shown or masked.' }),
    recovery: RecoveryRecord,
    hops: Type.Array(Hop, { description: 'The path of the money, as DICT tracked it; empty until then.' }),
    accounts: Type.Array(Account, { description: 'The institutions on the path.' }),
    followed: Type.Optional(Followed),
    events: Type.Array(EventOfCase, { description: 'Its events, in order.' }),
    journal: Type.Array(EntryOfCase, { description: 'The actions of backoffice users, newest first.' }),
  },
  { title: 'RecoveryCase' },
)

const personal: Masks<Request> = {
  transaction_third_part_name: masked.name,
  contact_email: masked.email,
  contact_phone: masked.phone,
  description: masked.text,
}

export const user_id = Type.String({
  ...Uuid,
  description: 'The user of the record. Users choose these ids, so two users may have chosen the same.',
})

/** All data of a recovery, masked unless it is revealed. */
export async function readRecoveryCase(tx: Tx, id: string, revealed: boolean) {
  const stored = found(await findRequest(tx, id), recoveryUnknown)
  const { tracking_graph: graph, files } = stored
  const [events, journal] = await Promise.all([
    eventsAbout(tx, stored),
    entriesAbout(tx, { user_id: stored.user_id, type: 'recovery', id }),
  ])
  const shown = revealed ? stored : { ...withMasks(stored, personal), files: files.map(withoutName) }
  return {
    revealed,
    recovery: withSummary(shown),
    ...wayOf(graph),
    events,
    journal: revealed ? journal : entriesMasked(journal),
  }
}

/** The sender chooses the file name, and it often contains a person's name. */
const withoutName = (file: Request['files'][number]) => ({ ...file, name: masked.hidden(file.name) })
