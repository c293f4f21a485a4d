import sql, { raw } from 'sql-template-tag'
import { uuidv7Time } from '../../base/ids.ts'
import type { StoredEvent } from '../../events/record.ts'
import type { Page } from '../../gate/page.ts'
import { createdWithin, matching } from '../../gate/records.ts'
import type { Tx } from '../../gate/transaction.ts'

const columns = raw('id, user_id, type, object_id, sequence, data, request_id, created_at')

/** The id of an event holds its time, which is where to look: one partition, one key. */
export async function findEvent(tx: Tx, id: string): Promise<StoredEvent | undefined> {
  const created_at = uuidv7Time(id)
  if (!created_at) return undefined
  const [event] = await tx.query<StoredEvent>(sql`
    select ${columns} from events
    where user_id = ${tx.scope.user_id} and created_at = ${created_at} and id = ${id}`)
  return event
}

export interface EventFilters {
  type?: string
  object_id?: string
  created_from?: string
  created_to?: string
}

export async function listEventsOf(tx: Tx, filters: EventFilters, page: Page): Promise<StoredEvent[]> {
  const { type, object_id, created_from, created_to } = filters
  return tx.query<StoredEvent>(sql`
    select ${columns} from events
    where user_id = ${tx.scope.user_id}
      ${matching({ type, object_id })} ${createdWithin(created_from, created_to)} ${page.clause}`)
}
