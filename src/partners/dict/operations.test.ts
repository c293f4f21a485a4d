import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contact,
  done,
  FIRST,
  OTHER,
  OURS,
  openTestDict,
  pay,
  payOn,
  SECOND,
  type TestDict,
} from '../../../test/support/dict.ts'
import type { Dict } from './dict.ts'
import { listEventNotifications } from './event-notifications.ts'
import { findFundsRecovery } from './find-funds-recovery.ts'
import { cancelFraudMarker, createFraudMarker, getFraudMarker } from './fraud-markers.ts'
import * as recoveries from './funds-recoveries.ts'
import * as reports from './infraction-reports.ts'
import { learnBuckets, listRatePolicies } from './rate-policies.ts'
import * as refunds from './refunds.ts'
import type { TrackingGraph } from './tracking-graph.ts'

let dict: TestDict
let ours: Dict
let first: Dict
let second: Dict
let other: Dict

beforeAll(async () => {
  dict = await openTestDict()
  ours = dict.as(OURS)
  first = dict.as(FIRST)
  second = dict.as(SECOND)
  other = dict.as(OTHER)
})
afterAll(() => dict.close())

const refused = (type: string, status = 400) => expect.objectContaining({ outcome: 'refused', type, status })
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('infraction reports', () => {
  const open = async (details = 'QR Code falso & <boleto> "trocado"\r\nlinha 2 çãé 😀') => {
    const payment = pay(dict.simulated)
    const asked = { transaction_id: payment.id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' } as const
    const report = { ...asked, report_details: details, contact_information: contact }
    return done(await reports.createInfractionReport(ours, report)).infraction_report
  }

  it('creates one, with every field as it was said', async () => {
    const report = await open()
    expect(report).toMatchObject({
      status: 'OPEN',
      reason: 'REFUND_REQUEST',
      situation_type: 'SCAM',
      report_details: 'QR Code falso & <boleto> "trocado"\nlinha 2 çãé 😀',
      reporter_participant: OURS,
      counterparty_participant: FIRST,
      contact_information: contact,
    })
    expect(report.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(report).not.toHaveProperty('analysis_result')
  })

  it('survives characters that XML does not allow', async () => {
    const report = await open('a\u0000b\u001fc\ud800d')
    expect(report.report_details).toBe('a\ufffdb\ufffdc\ufffdd')
  })

  it('gets one, for its parties only', async () => {
    const { id } = await open()
    expect(done(await reports.getInfractionReport(first, id)).infraction_report.id).toBe(id)
    expect(await reports.getInfractionReport(other, id)).toEqual(refused('NotFound', 404))
    expect(await reports.getInfractionReport(ours, unknownId)).toEqual(refused('NotFound', 404))
  })

  it('goes from OPEN through ACKNOWLEDGED to CLOSED, each step safe to repeat', async () => {
    const { id } = await open()
    const verdict = {
      analysis_result: 'AGREED',
      fraud_type: 'MULE_ACCOUNT',
      analysis_details: 'saldo bloqueado',
    } as const
    expect(await reports.closeInfractionReport(first, id, verdict)).toEqual(refused('InfractionReportOperationInvalid'))
    expect(await reports.acknowledgeInfractionReport(ours, id)).toEqual(refused('Forbidden', 403))
    for (let twice = 0; twice < 2; twice += 1) {
      const { infraction_report } = done(await reports.acknowledgeInfractionReport(first, id))
      expect(infraction_report.status).toBe('ACKNOWLEDGED')
    }
    const closed = done(await reports.closeInfractionReport(first, id, verdict)).infraction_report
    expect(closed).toMatchObject({ status: 'CLOSED', analysis_result: 'AGREED', analysis_details: 'saldo bloqueado' })
    expect(closed.fraud_marker_id).toBeDefined()
    expect(done(await reports.closeInfractionReport(first, id, verdict)).infraction_report).toEqual(closed)
    const other = { analysis_result: 'DISAGREED' } as const
    expect(await reports.closeInfractionReport(first, id, other)).toEqual(refused('InfractionReportOperationInvalid'))
  })

  it('says which field DICT did not like, and repeats none of its values', async () => {
    const { id } = await open()
    done(await reports.acknowledgeInfractionReport(first, id))
    const outcome = await reports.closeInfractionReport(first, id, { analysis_result: 'AGREED' })
    expect(outcome).toMatchObject({
      outcome: 'refused',
      type: 'InfractionReportInvalid',
      violations: [{ property: 'fraud_type', reason: 'is required' }],
    })
  })

  it('is cancelled by its creator even when closed', async () => {
    const { id } = await open()
    done(await reports.acknowledgeInfractionReport(first, id))
    done(await reports.closeInfractionReport(first, id, { analysis_result: 'DISAGREED' }))
    expect(await reports.cancelInfractionReport(first, id)).toEqual(refused('Forbidden', 403))
    expect(done(await reports.cancelInfractionReport(ours, id)).infraction_report.status).toBe('CANCELLED')
    expect(done(await reports.cancelInfractionReport(ours, id)).infraction_report.status).toBe('CANCELLED')
  })

  it('refuses a second report of a payment, and one of a payment it does not know', async () => {
    const { transaction_id } = await open()
    const again = { transaction_id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' } as const
    const type = 'InfractionReportAlreadyBeingProcessedForTransaction'
    expect(await reports.createInfractionReport(ours, again)).toEqual(refused(type))
    const unknown = { ...again, transaction_id: `E${'0'.repeat(31)}` }
    expect(await reports.createInfractionReport(ours, unknown)).toEqual(refused('InfractionReportTransactionNotFound'))
  })

  it('lists by role, status and period, oldest change first, page by page', async () => {
    const since = dict.simulated.world.clock.now().toISOString()
    const opened = [await open(), await open(), await open()]
    done(await reports.acknowledgeInfractionReport(first, opened[0]!.id))
    const all = done(await reports.listInfractionReports(first, { role: 'counterparty', modified_after: since }))
    expect(all.infraction_reports.map(({ id }) => id).toSorted()).toEqual(opened.map(({ id }) => id).toSorted())
    const times = all.infraction_reports.map(({ last_modified }) => last_modified)
    expect(times).toEqual(times.toSorted())
    const page = done(await reports.listInfractionReports(first, { modified_after: since, limit: 2 }))
    expect([page.infraction_reports.length, page.has_more_elements]).toEqual([2, true])
    const acknowledged = { modified_after: since, status: ['ACKNOWLEDGED' as const, 'CLOSED' as const] }
    expect(done(await reports.listInfractionReports(first, acknowledged)).infraction_reports).toHaveLength(1)
    const reporter = { role: 'reporter', modified_after: since } as const
    expect(done(await reports.listInfractionReports(first, reporter)).infraction_reports).toEqual([])
    expect(done(await reports.listInfractionReports(other, {})).infraction_reports).toEqual([])
  })
})

describe('refunds', () => {
  const ask = async (amount = 250_05) => {
    const payment = pay(dict.simulated)
    const asked = { refund_reason: 'OPERATIONAL_FLAW', refund_details: 'pago duas vezes' } as const
    const outcome = await refunds.createRefund(ours, { transaction_id: payment.id, refund_amount: amount, ...asked })
    return done(outcome).refund
  }

  it('creates and gets one, in cents', async () => {
    const refund = await ask()
    expect(refund).toMatchObject({ status: 'OPEN', refund_amount: 250_05, contested_participant: FIRST })
    expect(done(await refunds.getRefund(first, refund.id)).refund).toEqual(refund)
    expect(await refunds.getRefund(other, refund.id)).toEqual(refused('NotFound', 404))
  })

  it('is closed by the bank that was asked, and by no other, once', async () => {
    const { id } = await ask()
    const answer = { refund_analysis_result: 'TOTALLY_ACCEPTED', refund_transaction_id: `D${'7'.repeat(31)}` } as const
    expect(await refunds.closeRefund(ours, id, answer)).toEqual(refused('Forbidden', 403))
    const closed = done(await refunds.closeRefund(first, id, answer)).refund
    expect(closed).toMatchObject({ status: 'CLOSED', analysis_result: 'TOTALLY_ACCEPTED' })
    expect(done(await refunds.closeRefund(first, id, answer)).refund).toEqual(closed)
    const rejected = { refund_analysis_result: 'REJECTED', refund_rejection_reason: 'NO_BALANCE' } as const
    expect(await refunds.closeRefund(first, id, rejected)).toEqual(refused('RefundOperationInvalid'))
    expect(await refunds.cancelRefund(ours, id)).toEqual(refused('RefundOperationInvalid'))
  })

  it('is rejected with a reason', async () => {
    const { id } = await ask()
    const answer = { refund_analysis_result: 'REJECTED', refund_rejection_reason: 'ACCOUNT_CLOSURE' } as const
    const closed = done(await refunds.closeRefund(first, id, answer)).refund
    expect(closed).toMatchObject({ analysis_result: 'REJECTED', refund_rejection_reason: 'ACCOUNT_CLOSURE' })
  })

  it('is cancelled by its creator, again and again', async () => {
    const { id } = await ask()
    expect(done(await refunds.cancelRefund(ours, id)).refund.status).toBe('CANCELLED')
    expect(done(await refunds.cancelRefund(ours, id)).refund.status).toBe('CANCELLED')
  })

  it('needs an agreed report when the reason is fraud', async () => {
    const asked = { transaction_id: pay(dict.simulated).id, refund_reason: 'FRAUD', refund_amount: 1 } as const
    expect(await refunds.createRefund(ours, asked)).toEqual(refused('RefundInfractionReportNotFound'))
  })

  it('lists by cursor, each once', async () => {
    const since = dict.simulated.world.clock.now().toISOString()
    const asked = [await ask(), await ask(), await ask(), await ask(), await ask()]
    const seen: string[] = []
    let cursor: string | undefined
    for (let more = true; more; ) {
      const query = {
        participant_role: 'CONTESTED',
        modified_after: since,
        limit: 2,
        ...(cursor && { cursor }),
      } as const
      const page = done(await refunds.listRefunds(first, query))
      seen.push(...page.refunds.map(({ id }) => id))
      more = page.has_more_elements
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
  })
})

describe('funds recoveries', () => {
  const start = async () => {
    const root = pay(dict.simulated, { amount: 1_000_00 })
    const onward = payOn(dict.simulated, root, { amount: 700_00 })
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const created = done(await recoveries.createFundsRecovery(ours, { root_transaction_id: root.id, ...told }))
    return { root, onward, id: created.funds_recovery.id, recovery: created.funds_recovery }
  }
  const agree = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' } as const
  const statusOf = async (id: string) => done(await recoveries.getFundsRecovery(ours, id)).funds_recovery.status
  const pass = (ms: number) => dict.simulated.world.clock.advance(ms)

  const analysed = async () => {
    const started = await start()
    pass(2_000)
    for (const bank of [first, second]) await closeAll(bank, started.id)
    return started
  }
  const closeAll = async (bank: Dict, recoveryId: string) => {
    const listed = done(await reports.listInfractionReports(bank, { role: 'counterparty' })).infraction_reports
    const mine: reports.InfractionReport[] = listed.filter((report) => report.funds_recovery_id === recoveryId)
    expect(mine).toHaveLength(1)
    for (const { id } of mine) {
      done(await reports.acknowledgeInfractionReport(bank, id))
      done(await reports.closeInfractionReport(bank, id, agree))
    }
  }

  it('runs from CREATED to COMPLETED, with money from two banks', async () => {
    const { id, root, onward, recovery } = await start()
    expect(recovery).toMatchObject({ status: 'CREATED', root_transaction_id: root.id, reporter_participant: OURS })
    expect(await recoveries.getTrackingGraph(ours, id)).toEqual(refused('NotFound', 404))
    pass(1_000)
    expect(await statusOf(id)).toBe('TRACKED')
    const graph: TrackingGraph = done(await recoveries.getTrackingGraph(ours, id)).tracking_graph
    expect(graph.transactions.map((each) => [each.id, each.amount])).toEqual([
      [root.id, 1_000_00],
      [onward.id, 700_00],
    ])
    expect(graph.accounts.map(({ participant }) => participant)).toEqual([OURS, FIRST, SECOND])
    expect(graph.transactions[1]?.debtor_account_id).toBe(graph.transactions[0]?.creditor_account_id)
    pass(1_000)
    expect(await statusOf(id)).toBe('AWAITING_ANALYSIS')
    expect(await recoveries.refundFundsRecovery(ours, id)).toEqual(refused('FundsRecoveryOperationInvalid'))
    await closeAll(first, id)
    expect(await statusOf(id)).toBe('AWAITING_ANALYSIS')
    await closeAll(second, id)
    expect(await statusOf(id)).toBe('ANALYSED')
    const all = done(await recoveries.listFundsRecoveryInfractionReports(ours, id)).infraction_reports
    expect(all.map(({ infraction_amount }) => infraction_amount)).toEqual([300_00, 700_00])
    expect(done(await recoveries.refundFundsRecovery(ours, id)).funds_recovery.status).toBe('REFUNDING')
    const legs: refunds.Refund[] = done(await recoveries.listFundsRecoveryRefunds(ours, id)).refunds
    expect(legs.map((leg) => [leg.contested_participant, leg.refund_amount])).toEqual([
      [FIRST, 300_00],
      [SECOND, 700_00],
    ])
    const paid = { refund_analysis_result: 'TOTALLY_ACCEPTED', refund_transaction_id: `D${'1'.repeat(31)}` } as const
    done(await refunds.closeRefund(first, legs[0]!.id, { ...paid, effective_refunded_amount: 300_00 }))
    expect(await statusOf(id)).toBe('REFUNDING')
    const part = { ...paid, refund_analysis_result: 'PARTIALLY_ACCEPTED', effective_refunded_amount: 123_45 } as const
    done(await refunds.closeRefund(second, legs[1]!.id, part))
    expect(await statusOf(id)).toBe('COMPLETED')
    const back = done(await recoveries.listFundsRecoveryRefunds(ours, id)).refunds
    expect(back.map((leg) => leg.effective_refunded_amount)).toEqual([300_00, 123_45])
    const { event_notifications: events } = done(await listEventNotifications(ours))
    expect(events.filter(({ entity_id }) => entity_id === id).map(({ event }) => event)).toEqual([
      'FUNDS_RECOVERY_ANALYSED',
      'FUNDS_RECOVERY_COMPLETED',
    ])
  })

  it('completes with nothing when the bank of the root payment disagrees', async () => {
    const { id } = await start()
    pass(2_000)
    await closeAll(second, id)
    const listed = done(await recoveries.listFundsRecoveryInfractionReports(ours, id)).infraction_reports
    done(await reports.acknowledgeInfractionReport(first, listed[0]!.id))
    done(await reports.closeInfractionReport(first, listed[0]!.id, { analysis_result: 'DISAGREED' }))
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(done(await recoveries.listFundsRecoveryRefunds(ours, id)).refunds).toEqual([])
  })

  it('is cancelled with all its reports, and repeats that safely', async () => {
    const { id } = await analysed()
    expect(await recoveries.cancelFundsRecovery(first, id)).toEqual(refused('Forbidden', 403))
    for (let twice = 0; twice < 2; twice += 1) {
      expect(done(await recoveries.cancelFundsRecovery(ours, id)).funds_recovery.status).toBe('CANCELLED')
    }
    const all = done(await recoveries.listFundsRecoveryInfractionReports(ours, id)).infraction_reports
    expect(all.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(done(await recoveries.getTrackingGraph(ours, id)).tracking_graph.transactions).toHaveLength(2)
  })

  it('can no longer be cancelled once refunds were asked for', async () => {
    const { id } = await analysed()
    done(await recoveries.refundFundsRecovery(ours, id))
    expect(done(await recoveries.refundFundsRecovery(ours, id)).funds_recovery.status).toBe('REFUNDING')
    expect(await recoveries.cancelFundsRecovery(ours, id)).toEqual(refused('FundsRecoveryOperationInvalid'))
  })

  it('is mended while the analyses are out', async () => {
    const { id } = await start()
    const update = { situation_type: 'COERCION', report_details: 'ameaça' } as const
    const { funds_recovery } = done(await recoveries.updateFundsRecovery(ours, id, update))
    expect(funds_recovery).toMatchObject({ ...update, contact_information: contact })
    done(await recoveries.cancelFundsRecovery(ours, id))
    const late = await recoveries.updateFundsRecovery(ours, id, { contact_information: contact })
    expect(late).toEqual(refused('FundsRecoveryOperationInvalid'))
  })

  it('cannot be started twice, and the first is found by its payment', async () => {
    const { root, id, recovery } = await start()
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const again = await recoveries.createFundsRecovery(ours, { root_transaction_id: root.id, ...told })
    expect(again).toEqual(refused('FundsRecoveryForTransactionAlreadyExists'))
    const search = { root_transaction_id: root.id, created_after: recovery.creation_time }
    expect(done(await findFundsRecovery(ours, search))?.funds_recovery.id).toBe(id)
    const elsewhere = { ...search, root_transaction_id: `E${'9'.repeat(31)}` }
    expect(done(await findFundsRecovery(ours, elsewhere))).toBeUndefined()
  })

  it("is started by the payer's bank only, of payments DICT knows, settled, not too old", async () => {
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const from = (root: { id: string }, bank = ours) =>
      recoveries.createFundsRecovery(bank, { root_transaction_id: root.id, ...told })
    expect(await from(pay(dict.simulated), first)).toEqual(refused('Forbidden', 403))
    expect(await from({ id: `E${'8'.repeat(31)}` })).toEqual(refused('FundsRecoveryTransactionNotIndexed'))
    expect(await from(pay(dict.simulated, { settled: false }))).toEqual(refused('FundsRecoveryTransactionNotSettled'))
    const old = pay(dict.simulated, { minutesAgo: 80 * 24 * 60 + 1 })
    expect(await from(old)).toEqual(refused('FundsRecoveryTransactionNotEligible'))
  })

  it('follows the money only as far as it is told, and not beyond what BACEN allows', async () => {
    const root = pay(dict.simulated)
    payOn(dict.simulated, root, { amount: 900_00 })
    const told = { root_transaction_id: root.id, situation_type: 'SCAM', contact_information: contact } as const
    const far = { ...told, tracking_graph_parameters: { max_hops: 3 } }
    const type = 'FundsRecoveryTrackingGraphParameterInvalid'
    expect(await recoveries.createFundsRecovery(ours, far)).toEqual(refused(type))
    const near = { min_transaction_amount: 950_00, max_transactions: 5, hop_window: 'PT1H30M', max_hops: 1 }
    const { funds_recovery } = done(
      await recoveries.createFundsRecovery(ours, { ...told, tracking_graph_parameters: near }),
    )
    pass(1_000)
    const graph = done(await recoveries.getTrackingGraph(ours, funds_recovery.id)).tracking_graph
    expect(graph.parameters).toEqual(near)
    expect(graph.transactions).toHaveLength(1)
  })
})

describe('fraud markers', () => {
  it('are made once for a RequestId, however often it is sent', async () => {
    const marker = { request_id: randomUUID(), tax_id_number: '11144477735', fraud_type: 'SCAMMER_ACCOUNT' } as const
    const made = done(await createFraudMarker(ours, marker)).fraud_marker
    expect(done(await createFraudMarker(ours, marker)).fraud_marker).toEqual(made)
    const changed = await createFraudMarker(ours, { ...marker, fraud_type: 'MULE_ACCOUNT' })
    expect(changed).toEqual(refused('RequestIdAlreadyUsed'))
    // The same id from another bank is another request.
    expect(done(await createFraudMarker(first, marker)).fraud_marker.id).not.toBe(made.id)
    expect(done(await getFraudMarker(ours, made.id)).fraud_marker).toEqual(made)
    expect(done(await cancelFraudMarker(ours, made.id)).fraud_marker.status).toBe('CANCELLED')
    expect(await getFraudMarker(first, made.id)).toEqual(refused('NotFound', 404))
  })
})

describe('rate policies', () => {
  it('tells how full the buckets are, and our count comes down to that', async () => {
    dict.simulated.buckets.set(OTHER, 'EVENT_LIST', 1)
    const { policies, category } = done(await listRatePolicies(other))
    expect(category).toBe('A')
    expect(policies.find(({ name }) => name === 'EVENT_LIST')).toMatchObject({ capacity: 200, refill_tokens: 40 })
    expect(done(await learnBuckets(other))).toBe(14)
    expect((await listEventNotifications(other)).outcome).toBe('done')
    expect(await listEventNotifications(other)).toMatchObject({ outcome: 'not_done', reason: 'OUR_BUCKET_EMPTY' })
  })
})
