import { found } from '../../../base/errors/fault.ts'
import { caseChanged } from '../../../desk/faults.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { infractionDecided, infractionUnknown } from '../errors.ts'
import type { Notification } from '../notification.ts'
import { lockNotification } from '../notification-store.ts'
import { isUndecided } from '../status.ts'

/** The notification that somebody is about to decide on, as they looked at it: or which of three things stands in the way. */
export async function lockUndecided(tx: Tx, id: string, seen: number): Promise<Notification> {
  const stored = found(await lockNotification(tx, id), infractionUnknown)
  // Who looked at an older state is told to look again, whatever it was that changed.
  if (stored.version !== seen) throw caseChanged()
  if (!isUndecided(stored)) throw infractionDecided()
  return stored
}
