import { readFromDict } from './call.ts'
import type { Dict } from './dict.ts'
import { withIndirect } from './participants.ts'
import { flag, instant, listOf, optional, record, text, whole } from './xml/shape.ts'

/** A change of a recovery: `FUNDS_RECOVERY_ANALYSED`, `…_COMPLETED`, `…_INFORMATION_UPDATED`, `…_CANCELLED`. */
export type EventNotification = ReturnType<typeof eventNotification>

const eventNotification = record({
  id: whole,
  event: text,
  entity_type: text,
  entity_id: text,
  timestamp: instant,
  participant: optional(text),
})

/**
 * Events of the last seven days about recoveries in which we take part, two hundred at a time. They report only some
 * changes: TRACKED and AWAITING_ANALYSIS are found by querying the recovery.
 */
export function listEventNotifications(dict: Dict, cursor?: string) {
  return readFromDict(dict, {
    policy: 'EVENT_LIST',
    path: '/event-notifications',
    query: { participant: dict.participant, ...withIndirect(dict), cursor },
    answer: 'ListEventNotificationsResponse',
    read: record({
      has_more_elements: optional(flag),
      next_cursor: optional(text),
      event_notifications: listOf('EventNotification', eventNotification),
    }),
  })
}
