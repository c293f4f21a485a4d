import { record } from '../../events/record.ts'
import type { Tx } from '../../http/transaction.ts'
import { releaseAmount, returnAmount } from './block.ts'
import { lockNotification, saveNotification } from './notification-store.ts'

/** Interface for the refunds area: the block changes in the transaction that records the payment. */

/** Records that the core returned money. Only this sets RETURNED. */
export async function recordReturn(tx: Tx, id: string, cents: number): Promise<void> {
  const stored = await lockNotification(tx, id)
  if (!stored) return
  const { notification, happening } = returnAmount(stored, cents, tx.now)
  saveNotification(tx, notification)
  record(tx, happening)
}

/** Releases the held amount: the core has nothing to return, or no refund was requested. */
export async function recordNothingReturned(tx: Tx, id: string): Promise<void> {
  const stored = await lockNotification(tx, id)
  const released = stored && releaseAmount(stored, tx.now)
  if (!released) return
  saveNotification(tx, released.notification)
  record(tx, released.happening)
}
