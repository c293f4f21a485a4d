import type { Event } from '../../events/event.ts'
import { pix } from './events.ts'
import type { Notification, NotificationStatus } from './notification.ts'

/** The public life of an infraction notification: what can move it, from where, and to what. */
interface Move {
  event: Event<Notification>
  from: NotificationStatus[]
  to: NotificationStatus
}

const moves: Move[] = [
  { event: pix.infraction_notification.acknowledged, from: ['OPEN'], to: 'ACKNOWLEDGED' },
  // A client may answer before we have told DICT that we received it.
  { event: pix.infraction_notification.answered, from: ['OPEN', 'ACKNOWLEDGED'], to: 'IN_ANALYSIS' },
  // Whoever asks again waits for an answer again.
  {
    event: pix.infraction_notification.questioned,
    from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'],
    to: 'ACKNOWLEDGED',
  },
  // The institution decides, with the client's answer or without it.
  { event: pix.infraction_notification.decided, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'IN_ANALYSIS' },
  // The same when its time ran out.
  { event: pix.infraction_notification.defaulted, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'IN_ANALYSIS' },
  { event: pix.infraction_notification.closed, from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'], to: 'CLOSED' },
  // The bank that reported may take the report back even after it was agreed with.
  {
    event: pix.infraction_notification.cancelled,
    from: ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'CLOSED'],
    to: 'CANCELLED',
  },
]

/** What can move a notification. */
export const notificationEvents = moves.map(({ event }) => event)

/** Where the event leads, or undefined when it may not happen to a notification in that status. */
export function nextStatus(status: NotificationStatus, event: Event<Notification>): NotificationStatus | undefined {
  return moves.find((move) => move.event === event && move.from.includes(status))?.to
}

/** Whether DICT takes nothing more about it, but that it be taken back. */
export const isOver = (status: NotificationStatus) => status === 'CLOSED' || status === 'CANCELLED'

type Standing = Pick<Notification, 'status' | 'decided_at'>

/** Whether the verdict is still to be given. */
export const isUndecided = ({ status, decided_at }: Standing) =>
  decided_at === null && nextStatus(status, pix.infraction_notification.decided) !== undefined

/** Whether the client's answer can still make a difference. */
export const isAnswerable = ({ status, decided_at }: Standing) =>
  decided_at === null && nextStatus(status, pix.infraction_notification.answered) !== undefined

/** What DICT's own statuses tell us has happened. */
const dictEvents = new Map([
  ['ACKNOWLEDGED', pix.infraction_notification.acknowledged],
  ['CLOSED', pix.infraction_notification.closed],
  ['CANCELLED', pix.infraction_notification.cancelled],
])

/** What happened since we last knew, judged by DICT's status now; undefined for what is old, known, or a new word. */
export function eventSince(known: NotificationStatus, dict: string): Event<Notification> | undefined {
  const event = dictEvents.get(dict)
  return event && nextStatus(known, event) ? event : undefined
}
