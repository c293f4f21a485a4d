import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReport, newNotification } from '../src/areas/pix-infractions/apply-report.ts'
import { releaseAmount, returnAmount } from '../src/areas/pix-infractions/block.ts'
import { type Notification } from '../src/areas/pix-infractions/notification.ts'
import { takeAnswer } from '../src/areas/pix-infractions/take-answer.ts'
import { decideNotificationByHand, verdictByDefault } from '../src/areas/pix-infractions/verdict.ts'
import { applyRefund, newRefundRequest } from '../src/areas/pix-refunds/apply-refund.ts'
import type { RefundRequest } from '../src/areas/pix-refunds/refund-request.ts'
import { takePayment } from '../src/areas/pix-refunds/take-payment.ts'
import type { Contested } from '../src/areas/transactions/find-contested.ts'
import type { DomainEvent } from '../src/events/event.ts'
import type { InfractionReport } from '../src/partners/dict/infraction-reports.ts'
import type { DictRefundRequest } from '../src/partners/dict/refunds.ts'

/**
 * Property test: RETURNED is reported when money moved, and every payment is counted once, whatever DICT, the client, an analyst and
 * the core do, in any order, twice and late. The functions under test are the gateway's. What they must return is computed by
 * `Ledger`, which sees only the steps and reads nothing from the results of those functions.
 */
const AMOUNT = 500
const WALKS = Number(process.env['RETURNED_WALKS'] ?? 10_000)

type TestReturnedAmountsStep =
  | { do: 'report'; amount: number | undefined }
  | { do: 'acknowledge' | 'answer' | 'cancel report' | 'cancel refund' | 'hear report' | 'hear refund' | 'default' }
  | { do: 'decide'; verdict: 'AGREED' | 'DISAGREED' }
  | { do: 'close report'; verdict: 'AGREED' | 'DISAGREED' }
  | { do: 'ask refund' }
  | { do: 'pay'; amount: number; id: number }
  | { do: 'pay the same'; id: number }
  | { do: 'refuse' }
  | { do: 'tell refund' | 'refuse answer' }

const verdict = fc.constantFrom('AGREED' as const, 'DISAGREED' as const)
const plain = (name: TestReturnedAmountsStep['do']) => fc.constant({ do: name } as TestReturnedAmountsStep)
const step: fc.Arbitrary<TestReturnedAmountsStep> = fc.oneof(
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
  plain('refuse answer'),
  fc.record({ do: fc.constant('decide' as const), verdict }),
  fc.record({ do: fc.constant('close report' as const), verdict }),
  fc.record({
    do: fc.constant('pay' as const),
    // Few amounts and few ids, so that both are repeated.
    amount: fc.oneof(fc.constantFrom(100, 200, AMOUNT), fc.integer({ min: 1, max: 600 })),
    id: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ do: fc.constant('pay the same' as const), id: fc.integer({ min: 0, max: 3 }) }),
)

const contested = {
  user_id: 'u',
  wallet_id: 'w',
  id: 't',
  type: 'DEPOSIT',
  amount: AMOUNT,
  end_to_end_id: 'E',
} as Contested

type Expected = 'counted' | 'repeated' | 'corrected' | 'conflict' | 'rejected'

/** The truth about one refund request: which payment has which end-to-end id. */
class Ledger {
  readonly payments = new Map<string, number>()
  private readonly replaced = new Set<string>()
  /** The id of the payment that answered the request, which is the one DICT may refuse. */
  private answer: string | undefined
  private isOpen = true
  private isRefused = false
  /** Payments made while there was a notification whose block they move. */
  returned = 0

  get answered(): number | undefined {
    return this.answer === undefined ? undefined : this.payments.get(this.answer)
  }

  get paid(): number {
    return [...this.payments.values()].reduce((a, b) => a + b, 0)
  }

  expected(id: string, amount: number, asked: number): Expected {
    const known = this.payments.get(id)
    if (known === amount) return 'repeated'
    const corrects = this.isRefused && this.answered === amount
    if (known !== undefined || (this.replaced.has(id) && !corrects)) return 'conflict'
    if (corrects) return 'corrected'
    return this.paid + amount > asked ? 'rejected' : 'counted'
  }

  pay(id: string, amount: number, movesBlock: boolean): void {
    if (this.isOpen) this.answer = id
    this.isOpen = false
    this.payments.set(id, amount)
    if (movesBlock) this.returned += amount
  }

  correct(id: string): void {
    const amount = this.answered!
    this.payments.delete(this.answer!)
    this.replaced.add(this.answer!)
    this.replaced.delete(id)
    this.payments.set(id, amount)
    this.answer = id
    this.isRefused = false
  }

  /** The core paid nothing. False when it has answered before. */
  refuse(): boolean {
    const first = this.isOpen
    this.isOpen = false
    return first
  }

  refusedByDict(): void {
    this.isRefused = true
  }

  ended(): void {
    this.isOpen = false
    this.isRefused = false
  }
}

/** DICT's two records, the gateway's two, and the ledger to compare them with. */
class Walk {
  private ms = Date.parse('2026-11-02T12:00:00.000Z')
  private dictReport: InfractionReport | undefined
  private dictRefund: DictRefundRequest | undefined
  private notification: Notification | undefined
  private request: RefundRequest | undefined
  private readonly ledger = new Ledger()
  readonly events: { happening: DomainEvent; paid: number; returned: number }[] = []
  readonly seen: Expected[] = []

  private now(): Date {
    this.ms += 1_000
    return new Date(this.ms)
  }

  private note(happening: DomainEvent | undefined): void {
    if (happening) this.events.push({ happening, paid: this.ledger.paid, returned: this.ledger.returned })
  }

  private change<T extends { last_modified: string }>(record: T, changes: Partial<T>): T {
    return { ...record, ...changes, last_modified: this.now().toISOString() }
  }

  take(step: TestReturnedAmountsStep): void {
    try {
      this[step.do](step as never)
    } catch (error) {
      // An error of the gateway changes nothing; anything else is a bug.
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
    this.note(applied?.happening)
  }
  answer(): void {
    if (!this.notification) return
    const answer = { client_status: 'DISAGREED' as const, client_analysis_details: 'não', file_ids: [] }
    this.notification = takeAnswer(this.notification, answer, this.now())
  }
  decide({ verdict: analysis_result }: { verdict: 'AGREED' | 'DISAGREED' }): void {
    if (!this.notification) return
    const given = decideNotificationByHand(
      this.notification,
      verdictByDefault(this.notification, analysis_result),
      this.now(),
    )
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
    if (this.dictRefund.status !== 'OPEN') this.ledger.ended()
    const applied = applyRefund(this.request, this.dictRefund, this.now())
    this.request = applied?.refund ?? this.request
    this.note(applied?.happening)
  }
  pay({ amount, id }: { amount: number; id: number }): void {
    if (!this.request) return
    const end_to_end_id = `D111111112026110212000000000000${id}0`.slice(0, 32)
    const expected = this.ledger.expected(end_to_end_id, amount, this.dictRefund!.refund_amount)
    this.seen.push(expected)
    const take = () => takePayment(this.request!, { paid_amount: amount, end_to_end_id }, this.now())
    if (expected === 'conflict') {
      expect(take).toThrow('REFUND_PAYMENT_CONFLICT')
      return
    }
    if (expected === 'rejected') {
      expect(take).toThrow(/^REFUND_(REQUEST_ANSWERED|PAYMENT_RULES_BROKEN)$/)
      return
    }
    if (expected === 'counted') this.ledger.pay(end_to_end_id, amount, this.notification !== undefined)
    if (expected === 'corrected') this.ledger.correct(end_to_end_id)
    const taken = take()
    expect({ moved: taken.moved, noted: taken.happening !== undefined }).toEqual({
      moved: expected === 'counted' ? amount : 0,
      noted: expected !== 'repeated',
    })
    this.request = taken.refund
    this.note(taken.happening)
    if (expected !== 'counted' || !this.notification) return
    const { notification, happening } = returnAmount(this.notification, taken.moved, this.now())
    this.notification = notification
    this.note(happening)
  }
  'pay the same'({ id }: { id: number }): void {
    const amount = this.ledger.answered
    if (amount !== undefined) this.pay({ amount, id })
  }
  refuse(): void {
    if (!this.request) return
    const isFirst = this.ledger.refuse()
    const taken = takePayment(this.request, { paid_amount: 0, rejection_reason: 'NO_BALANCE' }, this.now())
    expect(taken.moved).toBe(0)
    expect(taken.happening !== undefined).toBe(isFirst)
    this.request = taken.refund
    this.note(taken.happening)
    if (!isFirst || !this.notification) return
    const released = releaseAmount(this.notification, this.now())
    this.notification = released?.notification ?? this.notification
    this.note(released?.happening)
  }
  'tell refund'(): void {
    if (this.request?.status !== 'ANSWERED' || this.dictRefund?.status !== 'OPEN') return
    this.dictRefund = this.change(this.dictRefund, { status: 'CLOSED', analysis_result: this.request.analysis_result! })
  }

  'refuse answer'(): void {
    if (this.request?.status !== 'ANSWERED') return
    this.ledger.refusedByDict()
    this.request = { ...this.request, dict_refusal: 'RefundTransactionInvalid' }
  }

  /** The invariants, by the ledger. */
  private check(): void {
    const { paid, returned } = this.ledger
    if (this.request) {
      expect(this.request.paid_amount).toBe(paid)
      const payments = this.request.payments.map(({ end_to_end_id, amount }) => [end_to_end_id, amount] as const)
      expect(payments.toSorted()).toEqual([...this.ledger.payments].toSorted())
      expect(paid).toBeLessThanOrEqual(this.dictRefund!.refund_amount)
    }
    if (!this.notification) return
    const { blocked_amount_status: block, returned_amount, amount, status } = this.notification
    expect(returned_amount).toBe(returned)
    expect(block === 'RETURNED').toBe(returned > 0 && returned >= amount)
    expect(block === 'PARTIALLY_RETURNED').toBe(returned > 0 && returned < amount)
    expect(amount).toBeLessThanOrEqual(AMOUNT)
    if (status === 'CANCELLED' && returned === 0) expect(block).toBe('RELEASED')
    if (block === 'HELD_FOR_REFUND') expect(status).toBe('CLOSED')
  }
}

describe('RETURNED', () => {
  it('is reported when money moved, and every payment is counted once', () => {
    const events = { returned: 0, partially_returned: 0, released: 0, cancelled: 0, payment_added: 0 }
    const seen: Record<Expected, number> = { counted: 0, repeated: 0, corrected: 0, conflict: 0, rejected: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
        const walk = new Walk()
        for (const each of steps) walk.take(each)
        for (const expected of walk.seen) seen[expected] += 1
        for (const { happening, paid, returned } of walk.events) {
          const { paid_amount, returned_amount, blocked_amount_status: block } = happening.data
          if (paid_amount !== undefined) expect(paid_amount).toBe(paid)
          if (returned_amount !== undefined) expect(returned_amount).toBe(returned)
          if (String(block).endsWith('RETURNED')) expect(returned).toBeGreaterThan(0)
          const name = happening.type.split('.').at(-1)! as keyof typeof events
          if (name in events) events[name] += 1
        }
      }),
      { numRuns: WALKS, seed: 20_261_115 },
    )
    // A walk that never reaches the state would prove nothing.
    for (const count of [...Object.values(events), ...Object.values(seen)]) expect(count).toBeGreaterThan(WALKS / 200)
  }, 300_000)
})
