import type { Event } from '../../events/event.ts'
import { pix } from './events.ts'
import type { Notification, NotificationStatus } from './notification.ts'

/** Status machine of an infraction notification. */
interface NotificationTransition {
  event: Event<Notification>
  from: NotificationStatus[]
  to: NotificationStatus
}

const moves: NotificationTransition[] = [
  { event: pix.infraction_notification.acknowledged, from: ['OPEN'], to: 'ACKNOWLEDGED' },
  // A client may answer before the report was acknowledged at DICT.
  { event: pix.infraction_notification.answered, from: ['OPEN', 'ACKNOWLEDGED'], to: 'IN_ANALYSIS' },
  // A new question to the client requires a new answer.
  {
    event: pix.infraction_notification.questioned,
    from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'],
    to: 'ACKNOWLEDGED',
  },
  // The institution decides, with or without the client's answer.
  { event: pix.infraction_notification.decided, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'IN_ANALYSIS' },
  // The same when the deadline passed.
  { event: pix.infraction_notification.defaulted, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'IN_ANALYSIS' },
  { event: pix.infraction_notification.closed, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'CLOSED' },
  // The reporting participant may withdraw the report even after the institution agreed.
  {
    event: pix.infraction_notification.cancelled,
    from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'CLOSED'],
    to: 'CANCELLED',
  },
]

/** Events that move a notification. */
export const notificationEvents = moves.map(({ event }) => event)

/** The status after the event, or undefined when the event is not allowed in the current status. */
export function nextStatus(status: NotificationStatus, event: Event<Notification>): NotificationStatus | undefined {
  return moves.find((move) => move.event === event && move.from.includes(status))?.to
}

/** Whether DICT accepts only a withdrawal of it. */
export const isOver = (status: NotificationStatus) => status === 'CLOSED' || status === 'CANCELLED'

type Standing = Pick<Notification, 'status' | 'decided_at'>

/** Whether it has no verdict yet. */
export const isUndecided = ({ status, decided_at }: Standing) =>
  decided_at === null && nextStatus(status, pix.infraction_notification.decided) !== undefined

/** Whether the client's answer can still have an effect. */
export const isAnswerable = ({ status, decided_at }: Standing) =>
  decided_at === null && nextStatus(status, pix.infraction_notification.answered) !== undefined

/** The event for each of DICT's statuses. */
const dictEvents = new Map([
  ['ACKNOWLEDGED', pix.infraction_notification.acknowledged],
  ['CLOSED', pix.infraction_notification.closed],
  ['CANCELLED', pix.infraction_notification.cancelled],
])

/**
 * The event since the last known status, derived from DICT's current status. Undefined for an old, known or unknown
 * status.
 */
export function eventSince(known: NotificationStatus, dict: string): Event<Notification> | undefined {
  const event = dictEvents.get(dict)
  return event && nextStatus(known, event) ? event : undefined
}
