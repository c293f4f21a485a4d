import type { Event } from '../../events/event.ts'
import { record } from '../../events/record.ts'
import type { Tx } from '../../http/transaction.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { closeNotifications } from './close-notifications.job.ts'
import { pix } from './events.ts'
import type { Notification } from './notification.ts'
import { lockNotification, saveDecision } from './notification-store.ts'
import { isUndecided, nextStatus } from './status.ts'
import { decideNotificationByHand, type Verdict } from './verdict.ts'

/**
 * Records a verdict on a notification, under its lock. Returns undefined when it is already decided, or is not the
 * reviewed version: the client may have answered, or the reporter may have changed the report.
 */
export async function decideNotification(
  tx: Tx,
  id: string,
  verdictOn: (stored: Notification) => Verdict,
  { seen, event = pix.infraction_notification.decided }: { seen?: number; event?: Event<Notification> } = {},
): Promise<Notification | undefined> {
  const stored = await lockNotification(tx, id)
  if (!stored || (seen !== undefined && stored.version !== seen) || !isUndecided(stored)) return undefined
  const decided = decideNotificationByHand(stored, verdictOn(stored), tx.now)
  if (!decided) return undefined
  saveDecision(tx, decided)
  record(tx, event(decided))
  await tx.enqueue(closeNotifications, {})
  return decided
}

/**
 * Asks the client a question before the decision. The client reads the question in the notification; the event does
 * not contain it.
 */
export async function askAgain(tx: Tx, id: string, question: string, seen: number): Promise<Notification | undefined> {
  const stored = await lockNotification(tx, id)
  if (!stored || stored.version !== seen || !isUndecided(stored)) return undefined
  const status = nextStatus(stored.status, pix.infraction_notification.questioned)!
  const asked = withNextVersion(stored, { status, question }, tx.now)
  saveDecision(tx, asked)
  record(tx, pix.infraction_notification.questioned(asked))
  return asked
}
