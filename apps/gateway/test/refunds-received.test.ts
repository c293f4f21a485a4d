import { randomUUID } from 'node:crypto'
import type { DictRefund } from '@eclusa/simulators/dict/state.ts'
import { sampleDeposit } from '@eclusa/simulators/sample-transactions.ts'
import { FIRST, OURS, pay } from '@eclusa/testing/dict.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeNotifications } from '../src/areas/pix-infractions/close-notifications.job.ts'
import { decideNotification } from '../src/areas/pix-infractions/decide-notification.ts'
import { pollNotifications } from '../src/areas/pix-infractions/poll-notifications.job.ts'
import { closeRefunds } from '../src/areas/pix-refunds/close-refunds.job.ts'
import { getRefundToPay } from '../src/areas/pix-refunds/get-refund-to-pay.ts'
import { listRefundsToPay } from '../src/areas/pix-refunds/list-refunds-to-pay.ts'
import type { PaymentReport } from '../src/areas/pix-refunds/payment-rules.ts'
import { pollRefunds } from '../src/areas/pix-refunds/poll-refunds.job.ts'
import { reportRefundPayment } from '../src/areas/pix-refunds/report-refund-payment.ts'
import { watchRefundDeadlines } from '../src/areas/pix-refunds/watch-refund-deadlines.job.ts'
import { runAsUser } from '../src/http/transaction.ts'

let pix: TestPix
let user: TestUser
/** The refund and its report. */
let id: string
let report_id: string

const account = {
  tax_id_number: '11122233300',
  participant: FIRST,
  branch: '0001',
  account_number: '42',
  account_type: 'CACC',
}
const clock = () => pix.test.simulated.world.clock
const world = () => pix.test.simulated.world
const refundOf = () => world().refunds.get(id)!

/** The other bank requests the refund of a report we agreed with, and we poll it. */
async function ask(changes: Partial<DictRefund> = {}): Promise<void> {
  await open(changes)
  await pix.run(pollRefunds)
}

async function open(changes: Partial<DictRefund> = {}): Promise<void> {
  const payment = await pix.received(user, { amount: 500_00 })
  report_id = pix.report(payment)
  await pix.run(pollNotifications)
  const verdict = {
    analysis_result: 'AGREED',
    analysis_details: null,
    analysis_fraud_type: 'MULE_ACCOUNT',
    decided_by: 'ana',
    decision_reason: 'conta de passagem',
  } as const
  await runAsUser(pix.worker, user.user_id, 'test', (tx) => decideNotification(tx, report_id, () => verdict))
  await pix.run(closeNotifications)
  id = refund(payment.id, changes)
}

function refund(transaction_id: string, changes: Partial<DictRefund> = {}): string {
  const at = clock().now().toISOString()
  return world().refunds.save({
    id: randomUUID(),
    transaction_id,
    refund_reason: 'FRAUD',
    refund_amount: 500_00,
    infraction_report_id: report_id,
    funds_recovery_id: randomUUID(),
    status: 'OPEN',
    requesting_participant: FIRST,
    contested_participant: OURS,
    creation_time: at,
    last_modified: at,
    ...changes,
  }).id
}

beforeAll(async () => {
  pix = await createTestPix()
})
beforeEach(async () => {
  user = await pix.gateway.user()
})
afterAll(() => pix.close())

const call = { request_id: 'core-0001', now: new Date(), language: 'en-US' as const }
const report = (body: PaymentReport, of = id) =>
  reportRefundPayment.handle({ ...call, params: { id: of }, query: {}, body } as never, pix.worker)
const endToEndId = (kind: 'D' | 'E') => `${kind}${OURS}202602021020${randomUUID().replaceAll('-', '').slice(0, 11)}`
const whole = () => ({ paid_amount: 500_00, end_to_end_id: endToEndId('D') })
const read = async () => (await pix.gateway.ask({ url: `/v1/pix/refund-requests/${id}`, as: user })).body
const notification = async () =>
  (await pix.gateway.ask({ url: `/v1/pix/compliance/infraction-notifications/${report_id}`, as: user })).body

describe('a refund requested from us', () => {
  it('is stored with its recipient, linked to its report, and published once: what to pay and until when', async () => {
    await ask()
    await pix.run(pollRefunds)
    expect(await read()).toMatchObject({
      id,
      infraction_notification_id: report_id,
      reason: 'FRAUD',
      amount: 500_00,
      status: 'OPEN',
      paid_amount: 0,
      due_date: new Date(Date.parse(refundOf().creation_time) + 6 * 3_600_000).toISOString(),
    })
    expect(await pix.told(id)).toEqual(['received'])
    expect(await notification()).toMatchObject({ status: 'CLOSED', blocked_amount_status: 'HELD_FOR_REFUND' })
  })

  it('shows its target account to the core only', async () => {
    await ask({ refund_account: account })
    const { data } = (await listRefundsToPay.handle(
      { ...call, params: {}, query: { limit: 500 } } as never,
      pix.worker,
    )) as {
      data: { id: string }[]
    }
    expect(data.find((each) => each.id === id)).toMatchObject({ amount: 500_00, refund_account: account })
    const one = await getRefundToPay.handle({ ...call, params: { id }, query: {} } as never, pix.worker)
    expect(one).toMatchObject({ user_id: user.user_id, refund_account: account })
    expect(JSON.stringify(await read())).not.toContain(account.tax_id_number)
    const { rows } = await pix.gateway.db.admin.query('select data from events where object_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(account.tax_id_number)
    expect(pix.gateway.logged.join()).not.toContain(account.tax_id_number)
  })

  it('waits for the ledger when no user has the payment, and then belongs to its owner', async () => {
    const payment = pay(pix.test.simulated, { from: FIRST, to: OURS })
    report_id = randomUUID()
    id = refund(payment.id)
    await pix.run(pollRefunds)
    expect(await pix.told(id)).toEqual([])
    const record = sampleDeposit(user, new Date(payment.settlement_time), { end_to_end_id: payment.id })
    await pix.gateway.ingest([record], 'test', clock().now())
    await pix.run(pollRefunds)
    expect(await pix.told(id)).toEqual(['received'])
  })

  it('is stored though it is listed after younger ones', async () => {
    await ask()
    // By the refund's own time and not by the clock, which goes on while a busy machine polls: it has to be the older one.
    const at = new Date(Date.parse(refundOf().last_modified) - 1).toISOString()
    const payment = await pix.received(user, { amount: 500_00 })
    id = refund(payment.id, { creation_time: at, last_modified: at })
    await pix.run(pollRefunds)
    expect(await read()).toMatchObject({ id, status: 'OPEN' })
  })

  it('is read again when a worker died while storing it', async () => {
    await open()
    // The list is read again from the time of the last entry, minus the possible lag, so that none is missed.
    clock().advance(1_000)
    refund((await pix.received(user, { amount: 500_00 })).id)
    clock().advance(60_000)
    const broken = { ...pix.worker, pool: { connect: () => Promise.reject(new Error('killed')) } as never }
    await expect(pollRefunds.run(broken, {}, 'killed')).rejects.toThrow('unavailable')
    await pix.run(pollRefunds)
    expect(await read()).toMatchObject({ id, status: 'OPEN' })
  })

  it('is read over several pages of the same time, each of them once', async () => {
    const payment = await pix.received(user, { amount: 500_00 })
    report_id = randomUUID()
    clock().freeze()
    const ids = Array.from({ length: 450 }, () => refund(payment.id))
    clock().resume()
    await pix.run(pollRefunds)
    const { rows } = await pix.gateway.db.admin.query<{ count: number }>(
      'select count(*)::int as count from refund_requests where id = any($1)',
      [ids],
    )
    expect(rows[0]!.count).toBe(450)
  })
})

describe('a report of the core', () => {
  it('paid whole: RETURNED is sent with the payment, DICT is answered once with its amount', async () => {
    await ask()
    const said = whole()
    expect(await report(said)).toMatchObject({ status: 'ANSWERED', paid_amount: 500_00 })
    expect(await notification()).toMatchObject({ blocked_amount_status: 'RETURNED', returned_amount: 500_00 })
    await report(said)
    await pix.run(closeRefunds)
    await pix.run(closeRefunds)
    expect(refundOf()).toMatchObject({
      status: 'CLOSED',
      analysis_result: 'TOTALLY_ACCEPTED',
      refund_transaction_id: said.end_to_end_id,
      effective_refunded_amount: 500_00,
    })
    expect(await read()).toMatchObject({ status: 'CLOSED', payments: [{ amount: 500_00 }] })
    expect((await read())['monitored_until']).toBeUndefined()
    expect(await pix.told(id)).toEqual(['received', 'refunded', 'closed'])
    expect((await pix.told(report_id)).slice(-2)).toEqual(['closed', 'returned'])
  })

  it('paid in part from a monitored account, to the account of a later layer, and more of it later', async () => {
    await ask({ refund_account: account })
    await report({ paid_amount: 200_00, end_to_end_id: endToEndId('E') })
    expect(await notification()).toMatchObject({ blocked_amount_status: 'PARTIALLY_RETURNED', returned_amount: 200_00 })
    await pix.run(closeRefunds)
    expect(refundOf()).toMatchObject({ analysis_result: 'PARTIALLY_ACCEPTED', effective_refunded_amount: 200_00 })
    const { monitored_until } = await read()
    expect(monitored_until).toBe(new Date(Date.parse(refundOf().creation_time) + 80 * 86_400_000).toISOString())

    await report({ paid_amount: 300_00, end_to_end_id: endToEndId('E') })
    expect(await read()).toMatchObject({ status: 'CLOSED', paid_amount: 500_00 })
    expect(await notification()).toMatchObject({ blocked_amount_status: 'RETURNED', returned_amount: 500_00 })
    await pix.run(closeRefunds)
    expect(refundOf().effective_refunded_amount).toBe(200_00)
    expect(await pix.told(id)).toEqual(['received', 'partially_refunded', 'closed', 'payment_added'])
    await expect(report({ paid_amount: 1, end_to_end_id: endToEndId('E') })).rejects.toMatchObject({
      declaration: { code: 'REFUND_REQUEST_ANSWERED' },
    })
  })

  it('nothing, with its reason: the block is released, and nothing is reported as returned', async () => {
    await ask()
    await report({ paid_amount: 0, rejection_reason: 'NO_BALANCE' })
    expect(await notification()).toMatchObject({ blocked_amount_status: 'RELEASED', returned_amount: 0 })
    await pix.run(closeRefunds)
    expect(refundOf()).toMatchObject({ analysis_result: 'REJECTED', refund_rejection_reason: 'NO_BALANCE' })
    expect(await pix.told(id)).toEqual(['received', 'rejected', 'closed'])
    expect((await pix.told(report_id)).at(-1)).toBe('released')
    await expect(report({ paid_amount: 0, rejection_reason: 'OTHER' })).rejects.toMatchObject({
      declaration: { code: 'REFUND_REQUEST_ANSWERED' },
    })
  })

  it('after the request was cancelled: the money has moved all the same, and DICT gets no answer', async () => {
    await ask()
    clock().advance(1_000)
    world().refunds.save({ ...refundOf(), status: 'CANCELLED', last_modified: clock().now().toISOString() })
    await pix.run(pollRefunds)
    expect(await read()).toMatchObject({ status: 'CANCELLED' })
    await report(whole())
    expect(await read()).toMatchObject({ status: 'CANCELLED', paid_amount: 500_00 })
    expect(await notification()).toMatchObject({ blocked_amount_status: 'RETURNED' })
    await pix.run(closeRefunds)
    expect(refundOf().status).toBe('CANCELLED')
    expect(await pix.told(id)).toEqual(['received', 'cancelled', 'payment_added'])
  })

  it('under an id DICT rejects: it waits, and the same money under its right id is accepted', async () => {
    await ask()
    await report(whole())
    world().refunds.save({ ...refundOf(), refund_account: account })
    await pix.run(closeRefunds)
    const stood = await getRefundToPay.handle({ ...call, params: { id }, query: {} } as never, pix.worker)
    expect(stood).toMatchObject({ status: 'ANSWERED', dict_refusal: 'TransactionTypeInvalid' })
    const { refund_account: _, ...loose } = refundOf()
    world().refunds.save(loose)
    const right = whole()
    await report(right)
    await pix.run(closeRefunds)
    expect(refundOf()).toMatchObject({ status: 'CLOSED', refund_transaction_id: right.end_to_end_id })
    expect(await notification()).toMatchObject({ returned_amount: 500_00 })
    expect(await pix.told(id)).toEqual(['received', 'refunded', 'payment_corrected', 'closed'])
  })

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'reset', 'unavailable'] as const)(
    'reaches DICT once when its closing returns %s',
    async (kind) => {
      await ask()
      await report(whole())
      pix.test.simulated.faults.add({ kind, operation: 'closeRefund' })
      await pix.run(closeRefunds)
      clock().advance(20_000)
      await pix.run(closeRefunds)
      expect(refundOf()).toMatchObject({ status: 'CLOSED', effective_refunded_amount: 500_00 })
      expect(await pix.told(id)).toEqual(['received', 'refunded', 'closed'])
    },
  )

  it('is right whatever step a worker is killed at: closed once, with the amount the core reported', async () => {
    const rounds = Number(process.env['REFUND_KILLS'] ?? 16)
    for (let round = 0; round < rounds; round += 1) {
      await open()
      await pix.killing(Math.floor(round / 2) % 8, round % 2 === 0)(pollRefunds, {})
      clock().advance(20_000)
      await pix.run(pollRefunds)
      const said = { paid_amount: 1_00 + round, end_to_end_id: endToEndId('D') }
      await report(said)
      await pix.killing(Math.floor(round / 2) % 8, round % 2 === 0)(closeRefunds, {})
      clock().advance(20_000)
      await pix.run(pollRefunds)
      // The core may not know whether its report was received.
      await report(said)
      await pix.run(closeRefunds)
      expect(refundOf()).toMatchObject({ status: 'CLOSED', effective_refunded_amount: said.paid_amount })
      expect(await pix.told(id)).toEqual(['received', 'partially_refunded', 'closed'])
      expect(await notification()).toMatchObject({ returned_amount: said.paid_amount })
    }
  }, 600_000)
})

describe('refusals leave everything as it was', () => {
  it.each<[string, () => PaymentReport, Partial<DictRefund>]>([
    ['MORE_THAN_ASKED', () => ({ ...whole(), paid_amount: 500_01 }), {}],
    ['PAYMENT_ID_REQUIRED', () => ({ paid_amount: 1 }), {}],
    ['PAYMENT_ID_REQUIRED', () => ({ paid_amount: 1, end_to_end_id: endToEndId('E') }), {}],
    ['PAYMENT_ID_REQUIRED', () => whole(), { refund_account: account }],
    ['REASON_WITHOUT_REFUSAL', () => ({ ...whole(), rejection_reason: 'OTHER' }), {}],
    ['REASON_REQUIRED', () => ({ paid_amount: 0 }), {}],
    [
      'PAYMENT_WITHOUT_AMOUNT',
      () => ({ paid_amount: 0, rejection_reason: 'OTHER', end_to_end_id: endToEndId('D') }),
      {},
    ],
    ['REASON_NOT_ALLOWED', () => ({ paid_amount: 0, rejection_reason: 'INVALID_REQUEST', details: 'x' }), {}],
    [
      'REASON_NOT_ALLOWED',
      () => ({ paid_amount: 0, rejection_reason: 'INVALID_REQUEST' }),
      { refund_reason: 'OPERATIONAL_FLAW' },
    ],
  ])('%s', async (code, body, changes) => {
    await ask(changes)
    const before = [await read(), await notification()]
    await expect(report(body())).rejects.toMatchObject({
      declaration: { code: 'REFUND_PAYMENT_RULES_BROKEN' },
      particulars: { errors: [{ code }] },
    })
    expect([await read(), await notification()]).toEqual(before)
  })

  it('a refund without a known payment', async () => {
    await expect(report(whole(), randomUUID())).rejects.toMatchObject({
      declaration: { code: 'REFUND_REQUEST_UNKNOWN' },
    })
  })
})

describe('a refund that is not paid in time', () => {
  const pass = async (ms: number) => {
    clock().advance(ms)
    await pix.run(watchRefundDeadlines)
  }
  const HOUR_MS = 3_600_000

  it('is reported as overdue at the second of its deadline, once', async () => {
    await ask()
    await pass(Date.parse(String((await read())['due_date'])) - clock().now().getTime() - 1_000)
    expect(await pix.told(id)).toEqual(['received'])
    await pass(1_000)
    expect(await pix.told(id)).toEqual(['received', 'deadline_missed'])
    await pass(HOUR_MS)
    expect(await pix.told(id)).toEqual(['received', 'deadline_missed'])
    // It can still be paid.
    await report(whole())
    await pix.run(closeRefunds)
    expect(await pix.told(id)).toEqual(['received', 'deadline_missed', 'refunded', 'closed'])
  })

  it('is overdue too where DICT rejects the core’s answer, because DICT did not get it', async () => {
    await ask()
    await report(whole())
    await pass(7 * HOUR_MS)
    expect(await pix.told(id)).toEqual(['received', 'refunded', 'deadline_missed'])
  })

  it('is not overdue once it was closed or cancelled', async () => {
    await ask()
    await report(whole())
    await pix.run(closeRefunds)
    await pass(7 * HOUR_MS)
    expect(await pix.told(id)).toEqual(['received', 'refunded', 'closed'])
    await ask()
    clock().advance(1_000)
    world().refunds.save({ ...refundOf(), status: 'CANCELLED', last_modified: clock().now().toISOString() })
    await pix.run(pollRefunds)
    await pass(7 * HOUR_MS)
    expect(await pix.told(id)).toEqual(['received', 'cancelled'])
  })
})
