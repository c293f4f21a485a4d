import { readFromDict } from './call.ts'
import type { Dict } from './dict.ts'
import { withIndirect } from './participants.ts'
import { flag, instant, listOf, optional, record, text, whole } from './xml/shape.ts'

/** A recovery changed: `FUNDS_RECOVERY_ANALYSED`, `…_COMPLETED`, `…_INFORMATION_UPDATED`, `…_CANCELLED`. */
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
 * What happened to recoveries we are a party of in the last seven days, two hundred at a time. It says that something
 * changed, and not everything that did: TRACKED and AWAITING_ANALYSIS are learned by asking for the recovery.
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
