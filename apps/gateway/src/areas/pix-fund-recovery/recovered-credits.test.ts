import { expect, it } from 'vitest'
import { applyCredits } from './recovered-credits.ts'
import type { RefundLeg, Request } from './request.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MONTH_MS = 30 * 24 * HOUR_MS
const now = new Date('2026-02-02T10:00:00.000Z')
const sent = { id: '1', refunded_amount: 1, refund_end_to_end_id: 'D1' } as RefundLeg

it.each([
  [0, MINUTE_MS],
  [HOUR_MS - 1, MINUTE_MS],
  [HOUR_MS, HOUR_MS],
  [MONTH_MS, HOUR_MS],
])('money that was sent %i ms ago and not found is looked for again after %i ms', (ageMs, waitMs) => {
  expect(dueAt([sent], ageMs)).toBe(new Date(now.getTime() + waitMs).toISOString())
})

it('and not after a month, nor once it was found', () => {
  expect(dueAt([sent], MONTH_MS + 1)).toBeNull()
  expect(dueAt([{ ...sent, credit_transaction_id: 'found' }], 0)).toBeNull()
})

function dueAt(refunds: RefundLeg[], ageMs: number): string | null {
  const stored = { refunds, updated_at: new Date(now.getTime() - ageMs).toISOString() } as Request
  return applyCredits(stored, new Map(), now).request.credits_due_at
}
