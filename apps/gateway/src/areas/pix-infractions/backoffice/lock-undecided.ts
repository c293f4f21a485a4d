import { caseChanged } from '../../../backoffice/faults.ts'
import type { Tx } from '../../../http/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { infractionDecided, infractionUnknown } from '../errors.ts'
import type { Notification } from '../notification.ts'
import { lockNotification } from '../notification-store.ts'
import { isUndecided } from '../status.ts'

/**
 * Locks the notification for a decision, at the version that the analyst viewed. Throws one of three errors when it
 * cannot be decided.
 */
export async function lockUndecided(tx: Tx, id: string, seen: number): Promise<Notification> {
  const stored = found(await lockNotification(tx, id), infractionUnknown)
  // The version is checked first: after any change the analyst must view the notification again.
  if (stored.version !== seen) throw caseChanged()
  if (!isUndecided(stored)) throw infractionDecided()
  return stored
}
