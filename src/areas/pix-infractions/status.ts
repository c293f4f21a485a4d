import type { AnalysisResult } from '../../partners/dict/values.ts'

/**
 * The public life of an infraction notification. Three of its statuses are DICT's own; IN_ANALYSIS is ours, and means
 * that the client has answered and the answer is on its way. The type keeps the others that the field knows, because
 * clients must tolerate them; this gateway does not make them.
 */
export const notificationStatuses = ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'] as const

export type NotificationStatus = (typeof notificationStatuses)[number]

export const notificationEvents = ['acknowledged', 'answered', 'closed', 'cancelled'] as const

export type NotificationEvent = (typeof notificationEvents)[number]

const moves: Record<NotificationStatus, Partial<Record<NotificationEvent, NotificationStatus>>> = {
  // A client may answer before we have told DICT that we received it: the job that sends the answer does both.
  OPEN: { acknowledged: 'ACKNOWLEDGED', answered: 'IN_ANALYSIS', closed: 'CLOSED', cancelled: 'CANCELLED' },
  ACKNOWLEDGED: { answered: 'IN_ANALYSIS', closed: 'CLOSED', cancelled: 'CANCELLED' },
  IN_ANALYSIS: { closed: 'CLOSED', cancelled: 'CANCELLED' },
  // The bank that reported may take the report back even after it was agreed with.
  CLOSED: { cancelled: 'CANCELLED' },
  CANCELLED: {},
}

/** Where the event leads, or undefined when it may not happen to a notification in that status. */
export function nextStatus(from: NotificationStatus, event: NotificationEvent): NotificationStatus | undefined {
  return moves[from][event]
}

/** Whether the client's verdict can still make a difference. */
export const isAnswerable = (status: NotificationStatus) => moves[status].answered !== undefined

const eventTo = new Map<string, NotificationEvent>([
  ['ACKNOWLEDGED', 'acknowledged'],
  ['CLOSED', 'closed'],
  ['CANCELLED', 'cancelled'],
])

/** What happened since we last knew, judged by DICT's status now; undefined for what is old, known, or a new word. */
export function eventSince(known: NotificationStatus, dict: string): NotificationEvent | undefined {
  const event = eventTo.get(dict)
  return event && nextStatus(known, event) ? event : undefined
}

/** What becomes of the contested amount that was blocked when the report came. */
export type BlockedAmount = 'BLOCKED' | 'RELEASED' | 'RETURNED'

export function blockedAmount(status: NotificationStatus, verdict: AnalysisResult | undefined): BlockedAmount {
  if (status === 'CANCELLED') return 'RELEASED'
  if (status !== 'CLOSED') return 'BLOCKED'
  return verdict === 'AGREED' ? 'RETURNED' : 'RELEASED'
}

/** How long we have to answer DICT, and how long before that the client is reminded. Configuration. */
export interface NotificationPeriods {
  answerDays: number
  reminderDays: number
}

export const notificationPeriods: NotificationPeriods = { answerDays: 7, reminderDays: 2 }

const DAY_MS = 86_400_000

export const dueAt = (createdAt: Date, { answerDays }: NotificationPeriods) =>
  new Date(createdAt.getTime() + answerDays * DAY_MS)

export const remindAt = (createdAt: Date, { answerDays, reminderDays }: NotificationPeriods) =>
  new Date(createdAt.getTime() + Math.max(0, answerDays - reminderDays) * DAY_MS)
