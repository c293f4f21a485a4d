import {
  contact,
  createTestParticipants,
  done,
  FIRST,
  OURS,
  pay,
  payOn,
  refused,
  SECOND,
} from '@eclusa/testing/dict.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dict } from './dict.ts'
import { listEventNotifications } from './event-notifications.ts'
import { findFundsRecovery } from './find-funds-recovery.ts'
import * as recoveries from './funds-recoveries.ts'
import * as reports from './infraction-reports.ts'
import * as refunds from './refunds.ts'
import type { TrackingGraph } from './tracking-graph.ts'

const banks = createTestParticipants()
// DICT's own steps depend on time, which passes here only when a test advances it.
beforeEach(() => banks.simulated.world.clock.freeze())
afterEach(() => banks.simulated.world.clock.resume())

describe('funds recoveries', () => {
  const start = async () => {
    const root = pay(banks.simulated, { amount: 1_000_00 })
    const onward = payOn(banks.simulated, root, { amount: 700_00 })
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const created = done(await recoveries.createFundsRecovery(banks.ours, { root_transaction_id: root.id, ...told }))
    return { root, onward, id: created.funds_recovery.id, recovery: created.funds_recovery }
  }
  const agree = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' } as const
  const statusOf = async (id: string) => done(await recoveries.getFundsRecovery(banks.ours, id)).funds_recovery.status
  const pass = (ms: number) => banks.simulated.world.clock.advance(ms)

  const analysed = async () => {
    const started = await start()
    pass(2_000)
    for (const bank of [banks.first, banks.second]) await closeAll(bank, started.id)
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

  it('passes from CREATED to COMPLETED, with money from two participants', async () => {
    const { id, root, onward, recovery } = await start()
    expect(recovery).toMatchObject({ status: 'CREATED', root_transaction_id: root.id, reporter_participant: OURS })
    expect(await recoveries.getTrackingGraph(banks.ours, id)).toEqual(refused('NotFound', 404))
    pass(1_000)
    expect(await statusOf(id)).toBe('TRACKED')
    const graph: TrackingGraph = done(await recoveries.getTrackingGraph(banks.ours, id)).tracking_graph
    expect(graph.transactions.map((each) => [each.id, each.amount])).toEqual([
      [root.id, 1_000_00],
      [onward.id, 700_00],
    ])
    expect(graph.accounts.map(({ participant }) => participant)).toEqual([OURS, FIRST, SECOND])
    expect(graph.transactions[1]?.debtor_account_id).toBe(graph.transactions[0]?.creditor_account_id)
    pass(1_000)
    expect(await statusOf(id)).toBe('AWAITING_ANALYSIS')
    expect(await recoveries.refundFundsRecovery(banks.ours, id)).toEqual(refused('FundsRecoveryOperationInvalid'))
    await closeAll(banks.first, id)
    expect(await statusOf(id)).toBe('AWAITING_ANALYSIS')
    await closeAll(banks.second, id)
    expect(await statusOf(id)).toBe('ANALYSED')
    const all = done(await recoveries.listFundsRecoveryInfractionReports(banks.ours, id)).infraction_reports
    expect(all.map(({ infraction_amount }) => infraction_amount)).toEqual([300_00, 700_00])
    expect(done(await recoveries.refundFundsRecovery(banks.ours, id)).funds_recovery.status).toBe('REFUNDING')
    const legs: refunds.DictRefundRequest[] = done(await recoveries.listFundsRecoveryRefunds(banks.ours, id)).refunds
    expect(legs.map((leg) => [leg.contested_participant, leg.refund_amount])).toEqual([
      [FIRST, 300_00],
      [SECOND, 700_00],
    ])
    const paid = { refund_analysis_result: 'TOTALLY_ACCEPTED', refund_transaction_id: `D${'1'.repeat(31)}` } as const
    done(await refunds.closeRefund(banks.first, legs[0]!.id, { ...paid, effective_refunded_amount: 300_00 }))
    expect(await statusOf(id)).toBe('REFUNDING')
    // The second participant's refund goes to the account the money first left, as a separate payment.
    expect(legs.map(({ refund_account }) => refund_account?.participant)).toEqual([undefined, OURS])
    const part = {
      refund_analysis_result: 'PARTIALLY_ACCEPTED',
      refund_transaction_id: `E${'1'.repeat(31)}`,
      effective_refunded_amount: 123_45,
    } as const
    done(await refunds.closeRefund(banks.second, legs[1]!.id, part))
    expect(await statusOf(id)).toBe('COMPLETED')
    const back = done(await recoveries.listFundsRecoveryRefunds(banks.ours, id)).refunds
    expect(back.map((leg) => leg.effective_refunded_amount)).toEqual([300_00, 123_45])
    const { event_notifications: events } = done(await listEventNotifications(banks.ours))
    expect(events.filter(({ entity_id }) => entity_id === id).map(({ event }) => event)).toEqual([
      'FUNDS_RECOVERY_ANALYSED',
      'FUNDS_RECOVERY_COMPLETED',
    ])
  })

  it('completes without money when the participant of the root payment disagrees', async () => {
    const { id } = await start()
    pass(2_000)
    await closeAll(banks.second, id)
    const listed = done(await recoveries.listFundsRecoveryInfractionReports(banks.ours, id)).infraction_reports
    done(await reports.acknowledgeInfractionReport(banks.first, listed[0]!.id))
    done(await reports.closeInfractionReport(banks.first, listed[0]!.id, { analysis_result: 'DISAGREED' }))
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(done(await recoveries.listFundsRecoveryRefunds(banks.ours, id)).refunds).toEqual([])
  })

  it('is cancelled with all its reports, once', async () => {
    const { id } = await analysed()
    expect(await recoveries.cancelFundsRecovery(banks.first, id)).toEqual(refused('Forbidden', 403))
    expect(done(await recoveries.cancelFundsRecovery(banks.ours, id)).funds_recovery.status).toBe('CANCELLED')
    expect(await recoveries.cancelFundsRecovery(banks.ours, id)).toEqual(refused('FundsRecoveryOperationInvalid'))
    expect(await statusOf(id)).toBe('CANCELLED')
    const all = done(await recoveries.listFundsRecoveryInfractionReports(banks.ours, id)).infraction_reports
    expect(all.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(done(await recoveries.getTrackingGraph(banks.ours, id)).tracking_graph.transactions).toHaveLength(2)
  })

  it('after the refund request may or may not be cancelled, because the manual lists no states; both are handled', async () => {
    const { settings } = banks.simulated.world
    for (const cancellable of [false, true]) {
      settings.refunding_cancellable = cancellable
      const { id } = await analysed()
      done(await recoveries.refundFundsRecovery(banks.ours, id))
      expect(await recoveries.refundFundsRecovery(banks.ours, id)).toEqual(refused('FundsRecoveryOperationInvalid'))
      const asked = await recoveries.cancelFundsRecovery(banks.ours, id)
      if (!cancellable) expect(asked).toEqual(refused('FundsRecoveryOperationInvalid'))
      const { refunds } = done(await recoveries.listFundsRecoveryRefunds(banks.ours, id))
      expect(refunds.map(({ status }) => status)).toEqual(Array(2).fill(cancellable ? 'CANCELLED' : 'OPEN'))
    }
  })

  it('can be corrected until the analyses are complete', async () => {
    const { id } = await start()
    const update = { situation_type: 'COERCION', report_details: 'ameaça' } as const
    const { funds_recovery } = done(await recoveries.updateFundsRecovery(banks.ours, id, update))
    expect(funds_recovery).toMatchObject({ ...update, contact_information: contact })
    done(await recoveries.cancelFundsRecovery(banks.ours, id))
    const late = await recoveries.updateFundsRecovery(banks.ours, id, { contact_information: contact })
    expect(late).toEqual(refused('FundsRecoveryOperationInvalid'))
  })

  it('cannot be created twice, and the first is found by its payment', async () => {
    const { root, id, recovery } = await start()
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const again = await recoveries.createFundsRecovery(banks.ours, { root_transaction_id: root.id, ...told })
    expect(again).toEqual(refused('FundsRecoveryForTransactionAlreadyExists'))
    const search = { root_transaction_id: root.id, created_after: recovery.creation_time }
    expect(done(await findFundsRecovery(banks.ours, search))?.funds_recovery.id).toBe(id)
    const elsewhere = { ...search, root_transaction_id: `E${'9'.repeat(31)}` }
    expect(done(await findFundsRecovery(banks.ours, elsewhere))).toBeUndefined()
  })

  it("is created only by the payer's participant, for payments that DICT knows, settled, not too old", async () => {
    const told = { situation_type: 'SCAM', contact_information: contact } as const
    const from = (root: { id: string }, bank = banks.ours) =>
      recoveries.createFundsRecovery(bank, { root_transaction_id: root.id, ...told })
    expect(await from(pay(banks.simulated), banks.first)).toEqual(refused('Forbidden', 403))
    expect(await from({ id: `E${'8'.repeat(31)}` })).toEqual(refused('FundsRecoveryTransactionNotIndexed'))
    expect(await from(pay(banks.simulated, { settled: false }))).toEqual(refused('FundsRecoveryTransactionNotSettled'))
    const old = pay(banks.simulated, { minutesAgo: 80 * 24 * 60 + 1 })
    expect(await from(old)).toEqual(refused('FundsRecoveryTransactionNotEligible'))
  })

  it("tracks the money only as far as requested, and not beyond BACEN's limits", async () => {
    const root = pay(banks.simulated)
    payOn(banks.simulated, root, { amount: 900_00 })
    const told = { root_transaction_id: root.id, situation_type: 'SCAM', contact_information: contact } as const
    const far = { ...told, tracking_graph_parameters: { max_hops: 3 } }
    const type = 'FundsRecoveryTrackingGraphParameterInvalid'
    expect(await recoveries.createFundsRecovery(banks.ours, far)).toEqual(refused(type))
    const near = { min_transaction_amount: 950_00, max_transactions: 5, hop_window: 'PT1H30M', max_hops: 1 }
    const { funds_recovery } = done(
      await recoveries.createFundsRecovery(banks.ours, { ...told, tracking_graph_parameters: near }),
    )
    pass(1_000)
    const graph = done(await recoveries.getTrackingGraph(banks.ours, funds_recovery.id)).tracking_graph
    expect(graph.parameters).toEqual(near)
    expect(graph.transactions).toHaveLength(1)
  })
})
