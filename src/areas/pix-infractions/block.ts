import { stepped } from '../../base/version.ts'
import type { Happening } from '../../events/event.ts'
import { pix } from './events.ts'
import type { BlockedAmount, Notification } from './notification.ts'

/**
 * The life of the block: BLOCKED when the report comes; HELD_FOR_REFUND once it was agreed with; RETURNED or
 * PARTIALLY_RETURNED when the core says that money moved, and never before; otherwise RELEASED. The gateway moves nothing:
 * each step is told, with its amounts, to the core that does.
 */

type Blocked = Pick<Notification, 'status' | 'analysis_result' | 'amount' | 'returned_amount' | 'blocked_amount_status'>

/** What DICT's word does to the block. What was returned stays returned, whatever the reporter says afterwards. */
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

/** What is held for a refund is looked at again, from now on, until that is decided. */
export const checkHoldAt = (block: BlockedAmount, known: string | null, now: Date) =>
  block === 'HELD_FOR_REFUND' ? (known ?? now.toISOString()) : null

function returnedOf({ amount, returned_amount }: Pick<Notification, 'amount' | 'returned_amount'>): BlockedAmount {
  return returned_amount >= amount ? 'RETURNED' : 'PARTIALLY_RETURNED'
}

interface Step {
  notification: Notification
  happening: Happening
}

/** The core says that it sent money back. */
export function returnAmount(stored: Notification, cents: number, now: Date): Step {
  const returned_amount = stored.returned_amount + cents
  const blocked_amount_status = returnedOf({ ...stored, returned_amount })
  const notification = stepped(stored, { returned_amount, blocked_amount_status, hold_check_at: null }, now)
  const whole = blocked_amount_status === 'RETURNED'
  const event = whole ? pix.infraction_notification.returned : pix.infraction_notification.partially_returned
  return { notification, happening: event(notification) }
}

/** There is nothing to send back, as the core says, or nobody asks for it any more. Undefined when nothing was held any more. */
export function releaseAmount(stored: Notification, now: Date): Step | undefined {
  const { blocked_amount_status: block } = stored
  if (block !== 'BLOCKED' && block !== 'HELD_FOR_REFUND') return undefined
  const notification = stepped(stored, { blocked_amount_status: 'RELEASED', hold_check_at: null }, now)
  return { notification, happening: pix.infraction_notification.released(notification) }
}
