import type { Event } from '../../events/event.ts'
import type { AnalysisResult } from '../../partners/dict/values.ts'
import { pix } from './events.ts'
import type { BlockedAmount, Notification, NotificationStatus } from './notification.ts'

/** The public life of an infraction notification: what can move it, from where, and to what. */
interface Move {
  event: Event<Notification>
  from: NotificationStatus[]
  to: NotificationStatus
}

const moves: Move[] = [
  { event: pix.infraction_notification.acknowledged, from: ['OPEN'], to: 'ACKNOWLEDGED' },
  // A client may answer before we have told DICT that we received it: the job that sends the answer does both.
  { event: pix.infraction_notification.answered, from: ['OPEN', 'ACKNOWLEDGED'], to: 'IN_ANALYSIS' },
  // The same without the client, whose time ran out.
  { event: pix.infraction_notification.defaulted, from: ['OPEN', 'ACKNOWLEDGED'], to: 'IN_ANALYSIS' },
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

/** Whether the client's verdict can still make a difference. */
export const isAnswerable = (status: NotificationStatus) =>
  nextStatus(status, pix.infraction_notification.answered) !== undefined

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

/** What becomes of the contested amount that was blocked when the report came. */
export function blockedAmount(status: NotificationStatus, verdict: AnalysisResult | undefined): BlockedAmount {
  if (status === 'CANCELLED') return 'RELEASED'
  if (status !== 'CLOSED') return 'BLOCKED'
  return verdict === 'AGREED' ? 'RETURNED' : 'RELEASED'
}
