import { withNextVersion } from '../../platform/record-version.ts'
import { pix } from './events.ts'
import type { Progress, RefundLeg, Request } from './request.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After this time the ledger is no longer searched. */
const GIVEN_UP_MS = 30 * 24 * HOUR_MS

/** Refunds that DICT reports as sent and that have not been found in the ledger. */
export const legsToFind = ({ refunds }: Pick<Request, 'refunds'>) =>
  refunds.filter((leg) => leg.refunded_amount > 0 && leg.refund_end_to_end_id && !leg.credit_transaction_id)

/** Keeps the credits that were found before, because DICT's data does not contain them. */
export function withCredits(refunds: RefundLeg[], known: RefundLeg[]): RefundLeg[] {
  const found = new Map(known.map((leg) => [leg.id, leg.credit_transaction_id]))
  return refunds.map((leg) => {
    const credit_transaction_id = found.get(leg.id)
    return credit_transaction_id ? { ...leg, credit_transaction_id } : leg
  })
}

/**
 * The next search: every minute at first, later every hour. A ledger reports a movement at once, or after its outage.
 */
function nextLook(request: Request, now: Date): string | null {
  const ageMs = now.getTime() - Date.parse(request.updated_at)
  if (legsToFind(request).length === 0 || ageMs > GIVEN_UP_MS) return null
  return new Date(now.getTime() + (ageMs < HOUR_MS ? MINUTE_MS : HOUR_MS)).toISOString()
}

/** Adds the credits found in the ledger, by refund. Each has an event of its own. */
export function applyCredits(stored: Request, credits: Map<string, string>, now: Date): Progress {
  const happenings: Progress['happenings'] = []
  let request = stored
  for (const [refund_id, credit_transaction_id] of credits) {
    const refunds = request.refunds.map((leg) => (leg.id === refund_id ? { ...leg, credit_transaction_id } : leg))
    request = withNextVersion(request, { refunds }, now)
    happenings.push(pix.fund_recovery_request.refund_credited(request, { refund_id, credit_transaction_id }))
  }
  return { request: { ...request, credits_due_at: nextLook(request, now) }, happenings }
}
