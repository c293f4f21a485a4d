import type { DomainEvent } from '../../events/event.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { pix } from './events.ts'
import type { BlockedAmount, Notification } from './notification.ts'

/**
 * Status machine of the blocked amount: BLOCKED when the report arrives; HELD_FOR_REFUND once the institution agrees;
 * RETURNED or PARTIALLY_RETURNED only when the core reports a payment; otherwise RELEASED. The gateway moves no money:
 * each step is an event with its amounts for the core.
 */

type Blocked = Pick<Notification, 'status' | 'analysis_result' | 'amount' | 'returned_amount' | 'blocked_amount_status'>

/** The effect of DICT's status on the block. A returned amount stays returned, whatever the reporter changes later. */
export function blockAfter({
  status,
  analysis_result,
  blocked_amount_status: block,
  ...amounts
}: Blocked): BlockedAmount {
  if (amounts.returned_amount > 0) return returnedOf(amounts)
  if (status === 'CANCELLED') return 'RELEASED'
  if (status !== 'CLOSED' || block !== 'BLOCKED') return block
  return analysis_result === 'AGREED' ? 'HELD_FOR_REFUND' : 'RELEASED'
}

/** When to check a held amount again, until the refund is decided. */
export const checkHoldAt = (block: BlockedAmount, known: string | null, now: Date) =>
  block === 'HELD_FOR_REFUND' ? (known ?? now.toISOString()) : null

function returnedOf({ amount, returned_amount }: Pick<Notification, 'amount' | 'returned_amount'>): BlockedAmount {
  return returned_amount >= amount ? 'RETURNED' : 'PARTIALLY_RETURNED'
}

interface BlockChange {
  notification: Notification
  happening: DomainEvent
}

/** The core reports a refund payment. */
export function returnAmount(stored: Notification, cents: number, now: Date): BlockChange {
  const returned_amount = stored.returned_amount + cents
  const blocked_amount_status = returnedOf({ ...stored, returned_amount })
  const notification = withNextVersion(stored, { returned_amount, blocked_amount_status, hold_check_at: null }, now)
  const whole = blocked_amount_status === 'RETURNED'
  const event = whole ? pix.infraction_notification.returned : pix.infraction_notification.partially_returned
  return { notification, happening: event(notification) }
}

/**
 * The core reports that there is nothing to return, or no refund can be requested any more. Returns undefined when
 * nothing was held.
 */
export function releaseAmount(stored: Notification, now: Date): BlockChange | undefined {
  const { blocked_amount_status: block } = stored
  if (block !== 'BLOCKED' && block !== 'HELD_FOR_REFUND') return undefined
  const notification = withNextVersion(stored, { blocked_amount_status: 'RELEASED', hold_check_at: null }, now)
  return { notification, happening: pix.infraction_notification.released(notification) }
}
