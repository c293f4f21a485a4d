import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Log } from '../../platform/observability/log.ts'
import type { Dict } from './dict.ts'
import { type EventNotification, listEventNotifications } from './event-notifications.ts'
import { DictError } from './outcome.ts'

/** The consumers. Each has its own cursor, so that none delays another. */
type Reader = 'fund-recoveries' | 'held-money'

interface EventCursor {
  cursor: string | null
  last_id: number
}

/** Pages per round, out of DICT's limit of forty list calls a minute. */
const PAGES_MAX = 5

interface EventConsumerDeps {
  operator: pg.Pool
  log: Log
}

/**
 * Event consumer with a stored cursor: passes on the new events about recoveries, each once unless a failure repeats
 * it. Events are only hints: the recoveries are also polled at longer intervals, because DICT stores events for seven
 * days and does not publish every step.
 */
export async function hearEvents(
  { operator, log }: EventConsumerDeps,
  dict: Dict,
  reader: Reader,
  handle: (events: EventNotification[]) => Promise<void>,
): Promise<void> {
  let { cursor, last_id } = await readPlace(operator, reader)
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const listed = await listEventNotifications(dict, cursor ?? undefined)
    if (listed.outcome !== 'done') {
      log.warn('dict_events_not_read', { reason: listed.outcome === 'refused' ? listed.type : listed.reason })
      // A cursor that DICT no longer knows is dropped. The window is read from its beginning, and event numbers
      // identify new events.
      if (listed.outcome === 'refused' && listed.type === DictError.badRequest)
        await savePlace(operator, reader, { cursor: null, last_id })
      return
    }
    const { event_notifications: page, next_cursor, has_more_elements } = listed.value
    const fresh = page.filter(({ id }) => id > last_id)
    if (fresh.length > 0) await handle(fresh)
    // Without a next cursor the same page is read again, and event numbers identify new events.
    const place = { cursor: next_cursor ?? cursor, last_id: Math.max(last_id, ...fresh.map(({ id }) => id)) }
    if (place.cursor !== cursor || place.last_id !== last_id) await savePlace(operator, reader, place)
    if (!has_more_elements || place.cursor === cursor) return
    cursor = place.cursor
    last_id = place.last_id
  }
}

async function readPlace(operator: pg.Pool, reader: Reader): Promise<EventCursor> {
  const { rows } = await operator.query<EventCursor>(sql`
    select cursor, last_id from dict_event_consumers where name = ${reader}`)
  return rows[0] ?? { cursor: null, last_id: 0 }
}

async function savePlace(operator: pg.Pool, reader: Reader, { cursor, last_id }: EventCursor): Promise<void> {
  await operator.query(sql`
    insert into dict_event_consumers as kept (name, cursor, last_id) values (${reader}, ${cursor}, ${last_id})
    on conflict (name) do update
      set cursor = excluded.cursor, last_id = greatest(kept.last_id, excluded.last_id), updated_at = now()`)
}
