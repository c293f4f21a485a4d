import sql, { raw, type Sql } from 'sql-template-tag'
import type { StoredEvent } from '../../events/record.ts'
import type { Page } from '../../http/page.ts'
import { createdWithin, scopeFilter, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { uuidv7Time } from '../../platform/ids.ts'

const columns = raw('id, user_id, product_id, type, object_id, sequence, data, request_id, created_at')

/** Whose events: those of the user, or those of all target users of the caller's product. */
export const eventScopes = ['USER', 'PRODUCT'] as const
export type EventScope = (typeof eventScopes)[number]

/**
 * Under a product, the row policy returns only active target users. The owner's own events are excluded, even if the
 * owner is a target user of itself.
 */
export function heard(tx: Tx, scope: EventScope = 'USER'): Sql {
  return scope === 'USER'
    ? scopeFilter(tx)
    : sql`product_id = ${tx.scope.product_id} and user_id <> ${tx.scope.user_id}`
}

/** The id of an event contains its time, so the lookup reads one partition by primary key. */
export async function findEvent(tx: Tx, id: string, scope?: EventScope): Promise<StoredEvent | undefined> {
  const created_at = uuidv7Time(id)
  if (!created_at) return undefined
  const [event] = await tx.query<StoredEvent>(sql`
    select ${columns} from events
    where ${heard(tx, scope)} and created_at = ${created_at} and id = ${id}`)
  return event
}

export interface EventFilters {
  scope?: EventScope
  type?: string
  object_id?: string
  created_from?: string
  created_to?: string
}

export async function listEventsOf(tx: Tx, filters: EventFilters, page: Page): Promise<StoredEvent[]> {
  const { scope, type, object_id, created_from, created_to } = filters
  return tx.query<StoredEvent>(sql`
    select ${columns} from events
    where ${heard(tx, scope)}
      ${whereEquals({ type, object_id })} ${createdWithin(created_from, created_to)} ${page.clause}`)
}
