import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReport, newNotification } from '../src/areas/pix-infractions/apply-report.ts'
import { releaseAmount, returnAmount } from '../src/areas/pix-infractions/block.ts'
import { type Notification } from '../src/areas/pix-infractions/notification.ts'
import { takeAnswer } from '../src/areas/pix-infractions/take-answer.ts'
import { giveVerdict, verdictByDefault } from '../src/areas/pix-infractions/verdict.ts'
import { applyRefund, newRefundRequest } from '../src/areas/pix-refunds/apply-refund.ts'
import type { RefundRequest } from '../src/areas/pix-refunds/refund-request.ts'
import { takePayment } from '../src/areas/pix-refunds/take-payment.ts'
import type { Contested } from '../src/areas/transactions/find-contested.ts'
import type { Happening } from '../src/events/event.ts'
import type { InfractionReport } from '../src/partners/dict/infraction-reports.ts'
import type { Refund } from '../src/partners/dict/refunds.ts'

/**
 * RETURNED is never said without a payment reported: whatever DICT, the client, an analyst and the core do, in whatever
 * order, twice and late. The functions are those of the gateway; the model beside them knows only what was really paid.
 */
const AMOUNT = 500
const WALKS = Number(process.env['RETURNED_WALKS'] ?? 10_000)

type Step =
  | { do: 'report'; amount: number | undefined }
  | { do: 'acknowledge' | 'answer' | 'cancel report' | 'cancel refund' | 'hear report' | 'hear refund' | 'default' }
  | { do: 'decide'; verdict: 'AGREED' | 'DISAGREED' }
  | { do: 'close report'; verdict: 'AGREED' | 'DISAGREED' }
  | { do: 'ask refund' }
  | { do: 'pay'; amount: number; id: number }
  | { do: 'refuse' }
  | { do: 'tell refund' }

const verdict = fc.constantFrom('AGREED' as const, 'DISAGREED' as const)
const plain = (name: Step['do']) => fc.constant({ do: name } as Step)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('report' as const),
    amount: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  }),
  plain('acknowledge'),
  plain('answer'),
  plain('default'),
  plain('cancel report'),
  plain('cancel refund'),
  plain('hear report'),
  plain('hear refund'),
  plain('ask refund'),
  plain('refuse'),
  plain('tell refund'),
  fc.record({ do: fc.constant('decide' as const), verdict }),
  fc.record({ do: fc.constant('close report' as const), verdict }),
  fc.record({
    do: fc.constant('pay' as const),
    amount: fc.oneof(fc.constant(AMOUNT), fc.integer({ min: 1, max: 600 })),
    id: fc.integer({ min: 0, max: 3 }),
  }),
)

const contested = {
  user_id: 'u',
  wallet_id: 'w',
  id: 't',
  type: 'DEPOSIT',
  amount: AMOUNT,
  end_to_end_id: 'E',
} as Contested

/** What really is: DICT's two records, the money that moved, and everything that was ever said. */
class Walk {
  private ms = Date.parse('2026-11-02T12:00:00.000Z')
  private dictReport: InfractionReport | undefined
  private dictRefund: Refund | undefined
  private notification: Notification | undefined
  private request: RefundRequest | undefined
  readonly paid = new Map<string, number>()
  readonly told: { happening: Happening; paid: number }[] = []

  private now(): Date {
    this.ms += 1_000
    return new Date(this.ms)
  }

  private sum(): number {
    return [...this.paid.values()].reduce((a, b) => a + b, 0)
  }

  private tell(happening: Happening | undefined): void {
    if (happening) this.told.push({ happening, paid: this.sum() })
  }

  private change<T extends { last_modified: string }>(record: T, changes: Partial<T>): T {
    return { ...record, ...changes, last_modified: this.now().toISOString() }
  }

  take(step: Step): void {
    try {
      this[step.do](step as never)
    } catch (error) {
      // A refusal of the gateway changes nothing; anything else is a mistake.
      if ((error as Error).name !== 'Fault') throw error
    }
    this.check()
  }

  report({ amount }: { amount: number | undefined }): void {
    if (this.dictReport) {
      if (this.dictReport.status !== 'OPEN' && this.dictReport.status !== 'ACKNOWLEDGED') return
      this.dictReport = this.change(this.dictReport, { ...(amount !== undefined && { infraction_amount: amount }) })
      return
    }
    const at = this.now().toISOString()
    this.dictReport = {
      id: 'r',
      transaction_id: 'E',
      reason: 'REFUND_REQUEST',
      situation_type: 'SCAM',
      status: 'OPEN',
      reporter_participant: '22222222',
      counterparty_participant: '11111111',
      ...(amount !== undefined && { infraction_amount: amount }),
      creation_time: at,
      last_modified: at,
    }
  }
  acknowledge(): void {
    if (this.dictReport?.status === 'OPEN') this.dictReport = this.change(this.dictReport, { status: 'ACKNOWLEDGED' })
  }
  'close report'({ verdict: analysis_result }: { verdict: string }): void {
    if (this.dictReport?.status === 'ACKNOWLEDGED')
      this.dictReport = this.change(this.dictReport, { status: 'CLOSED', analysis_result })
  }
  'cancel report'(): void {
    if (this.dictReport && this.dictReport.status !== 'CANCELLED')
      this.dictReport = this.change(this.dictReport, { status: 'CANCELLED' })
  }
  'hear report'(): void {
    if (!this.dictReport) return
    if (!this.notification) {
      this.notification = newNotification(this.dictReport, contested, { INFRACTION_REMINDER_DAYS: 2 }, this.now())
      return
    }
    const applied = applyReport(this.notification, this.dictReport, this.now())
    this.notification = applied?.notification ?? this.notification
    this.tell(applied?.happening)
  }
  answer(): void {
    if (!this.notification) return
    const answer = { client_status: 'DISAGREED' as const, client_analysis_details: 'não', file_ids: [] }
    this.notification = takeAnswer(this.notification, answer, this.now())
  }
  decide({ verdict: analysis_result }: { verdict: 'AGREED' | 'DISAGREED' }): void {
    if (!this.notification) return
    const given = giveVerdict(this.notification, verdictByDefault(this.notification, analysis_result), this.now())
    this.notification = given ?? this.notification
  }
  default(): void {
    this.decide({ verdict: 'AGREED' })
  }
  'ask refund'(): void {
    if (this.dictRefund) return
    const at = this.now().toISOString()
    this.dictRefund = {
      id: 'f',
      transaction_id: 'E',
      refund_reason: 'FRAUD',
      refund_amount: this.notification?.amount ?? AMOUNT,
      status: 'OPEN',
      requesting_participant: '22222222',
      contested_participant: '11111111',
      infraction_report_id: 'r',
      creation_time: at,
      last_modified: at,
    }
  }
  'cancel refund'(): void {
    if (this.dictRefund?.status === 'OPEN') this.dictRefund = this.change(this.dictRefund, { status: 'CANCELLED' })
  }
  'hear refund'(): void {
    if (!this.dictRefund) return
    if (!this.request) {
      this.request = newRefundRequest(this.dictRefund, contested, this.now())
      return
    }
    const applied = applyRefund(this.request, this.dictRefund, this.now())
    this.request = applied?.refund ?? this.request
    this.tell(applied?.happening)
  }
  pay({ amount, id }: { amount: number; id: number }): void {
    if (!this.request) return
    const end_to_end_id = `D111111112026110212000000000000${id}0`.slice(0, 32)
    const taken = takePayment(this.request, { paid_amount: amount, end_to_end_id }, this.now())
    this.request = taken.refund
    if (taken.moved > 0) this.paid.set(`${end_to_end_id} ${amount} ${this.paid.size}`, taken.moved)
    this.tell(taken.happening)
    if (taken.moved === 0 || !this.notification) return
    const { notification, happening } = returnAmount(this.notification, taken.moved, this.now())
    this.notification = notification
    this.tell(happening)
  }
  refuse(): void {
    if (!this.request) return
    const before = this.request
    const taken = takePayment(before, { paid_amount: 0, rejection_reason: 'NO_BALANCE' }, this.now())
    this.request = taken.refund
    this.tell(taken.happening)
    if (taken.refund === before || !this.notification) return
    const released = releaseAmount(this.notification, this.now())
    this.notification = released?.notification ?? this.notification
    this.tell(released?.happening)
  }
  'tell refund'(): void {
    if (this.request?.status !== 'ANSWERED' || this.dictRefund?.status !== 'OPEN') return
    this.dictRefund = this.change(this.dictRefund, { status: 'CLOSED', analysis_result: this.request.analysis_result! })
  }

  /** What must hold, by what really moved. */
  private check(): void {
    const paid = this.sum()
    if (this.request) {
      expect(this.request.paid_amount).toBe(paid)
      expect(this.request.paid_amount).toBeLessThanOrEqual(this.request.amount)
    }
    if (!this.notification) return
    const { blocked_amount_status: block, returned_amount, amount, status } = this.notification
    if (block === 'RETURNED') expect(returned_amount).toBeGreaterThanOrEqual(amount)
    if (block === 'RETURNED' || block === 'PARTIALLY_RETURNED') expect(returned_amount).toBeGreaterThan(0)
    expect(returned_amount).toBeLessThanOrEqual(paid)
    expect(amount).toBeLessThanOrEqual(AMOUNT)
    if (returned_amount > 0) expect(block).toMatch(/RETURNED$/)
    if (status === 'CANCELLED' && returned_amount === 0) expect(block).toBe('RELEASED')
    if (block === 'HELD_FOR_REFUND') expect(status).toBe('CLOSED')
  }
}

describe('RETURNED', () => {
  it('is never said, in a record or in an event, without a payment reported', () => {
    const said = { returned: 0, partially_returned: 0, released: 0, cancelled: 0, payment_added: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
        const walk = new Walk()
        for (const each of steps) walk.take(each)
        for (const { happening, paid } of walk.told) {
          const name = happening.type.split('.').at(-1)! as keyof typeof said
          if (name in said) said[name] += 1
          if (String(happening.data['blocked_amount_status']).endsWith('RETURNED')) expect(paid).toBeGreaterThan(0)
        }
      }),
      { numRuns: WALKS, seed: 20_261_115 },
    )
    // A walk that never gets there would show nothing.
    for (const count of Object.values(said)) expect(count).toBeGreaterThan(WALKS / 200)
  }, 300_000)
})
