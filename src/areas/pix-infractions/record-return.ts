import { record } from '../../events/record.ts'
import type { Tx } from '../../gate/transaction.ts'
import { releaseAmount, returnAmount } from './block.ts'
import { lockNotification, saveNotification } from './notification-store.ts'

/** The one door of this area for the refunds that follow a notification: the block moves with the money, in one transaction. */

/** Money was sent back. This, and nothing else, is what RETURNED is said by. */
export async function recordReturn(tx: Tx, id: string, cents: number): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored) return
  const { notification, happening } = returnAmount(stored, cents, tx.now)
  saveNotification(tx, notification)
  record(tx, happening)
}

/** The core has nothing to send back, or nobody asks for it any more: what was held for it is free. */
export async function recordNothingReturned(tx: Tx, id: string): Promise<void> {
  const stored = await lockNotification(tx, id)
  const released = stored && releaseAmount(stored, tx.now)
  if (!released) return
  saveNotification(tx, released.notification)
  record(tx, released.happening)
}
