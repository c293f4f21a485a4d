import sql from 'sql-template-tag'
import type { Transaction } from '../base/db/transaction.ts'
import { uuidv7 } from '../base/ids.ts'
import type { Tx } from '../gate/transaction.ts'

/** Something that happened, as the outside world is told of it. Ids and states only: an event carries nothing personal. */
export interface Happening {
  /** `area.noun.past`, such as `crossborder.account.updated`. */
  type: string
  object_id: string
  /** The version of the object this happening left behind, so that its events can be put in order. */
  sequence: number
  data: Record<string, unknown>
  /** Present when it also belongs in the history of a client. */
  activity?: ClientActivity
}

/** A happening of a batch that crosses users, and so names whose it is. */
export interface OwnedHappening extends Omit<Happening, 'activity'> {
  user_id: string
}

export interface ClientActivity {
  client_id: string
  source: string
  event_type: string
  status: string
  reference_id: string
  metadata: Record<string, unknown>
}

/** Tells it once: the event, and the client's activity, leave with the COMMIT of the change itself. */
export function record(tx: Tx, { type, object_id, sequence, data, activity }: Happening): void {
  const id = uuidv7(tx.now.getTime())
  const { scope, request_id, now } = tx
  tx.write(sql`
    insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
    values (${scope.user_id}, ${id}, ${type}, ${object_id}, ${sequence}, ${data}, ${request_id}, ${now})`)
  if (!activity) return

  const { client_id, source, event_type, status, reference_id, metadata } = activity
  tx.write(sql`
    insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, reference_id, metadata,
      authenticated_user_id, request_id, event_created_at)
    values (${scope.user_id}, ${client_id}, ${uuidv7(now.getTime())}, ${id}, ${source}, ${event_type}, ${status},
      ${reference_id}, ${metadata}, ${scope.authenticated_user_id}, ${request_id}, ${now})`)
}

/** The same for a batch under the operator's role: all of it in one statement, which leaves with COMMIT. */
export function recordBatch(tx: Transaction, happenings: OwnedHappening[], request_id: string, now: Date): void {
  if (happenings.length === 0) return
  const events = happenings.map((happening) => ({
    ...happening,
    id: uuidv7(now.getTime()),
    request_id,
    created_at: now.toISOString(),
  }))
  tx.write(sql`
    insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
    select user_id, id, type, object_id, sequence, data, request_id, created_at
    from json_populate_recordset(null::events, ${JSON.stringify(events)})`)
}
