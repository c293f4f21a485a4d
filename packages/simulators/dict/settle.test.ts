import { describe, expect, it } from 'vitest'
import { cancelRecovery, createRecovery, refundRecovery, reportsOf, updateRecovery } from './recoveries.ts'
import { closeRefund } from './refunds.ts'
import { acknowledgeReport, cancelReport, closeReport } from './reports.ts'
import { settle } from './settle.ts'
import { type DictTransaction, makeWorld, type World } from './state.ts'

const [VICTIM, FIRST, SECOND] = ['11111111', '22222222', '33333333'] as const
const DAY_MS = 86_400_000

function setUp(settings: Partial<World['settings']> = {}) {
  const world = makeWorld([VICTIM, FIRST, SECOND])
  Object.assign(world.settings, settings)
  world.clock.freeze()
  const pay = (from: string, to: string, amount: number, minutes = 0): DictTransaction => {
    const [[debtor = '', debit = ''], [creditor = '', credit = '']] = [from.split('/'), to.split('/')]
    const transaction: DictTransaction = {
      id: `E${debtor}${String(world.transactions.size).padStart(23, '0')}`,
      debtor: { participant: debtor, number: debit, person_type: 'NATURAL_PERSON' },
      creditor: { participant: creditor, number: credit, person_type: 'LEGAL_PERSON' },
      amount,
      settled: true,
      settlement_time: new Date(world.clock.now().getTime() + minutes * 60_000).toISOString(),
    }
    world.transactions.set(transaction.id, transaction)
    return transaction
  }
  const create = (root: DictTransaction) => {
    const contact_information = { email: 'a@b.example', phone: '+5561900000000' }
    const told = { root_transaction_id: root.id, situation_type: 'SCAM', contact_information }
    return createRecovery(world, VICTIM, { funds_recovery: told })
  }
  const pass = (ms: number) => {
    world.clock.advance(ms)
    settle(world)
  }
  const close = (id: string, analysis_result: 'AGREED' | 'DISAGREED' = 'AGREED') => {
    for (const { id: report, counterparty_participant: bank } of reportsOf(world, id)) {
      acknowledgeReport(world, bank, { infraction_report_id: report })
      closeReport(world, bank, {
        infraction_report_id: report,
        analysis_result,
        fraud_type: 'OTHER',
        analysis_details: 'x',
      })
    }
    settle(world)
  }
  const now = () => world.clock.now().toISOString()
  return { world, pay, create, pass, close, now, status: (id: string) => world.recoveries.get(id)?.status }
}

const refuses = (act: () => unknown, type: string) =>
  expect(act).toThrow(expect.objectContaining({ name: 'DictProblem', type }))

describe('time passing', () => {
  it('traces and blocks to the millisecond, dated to when it was due', () => {
    const { pay, create, pass, status, world, now } = setUp()
    const root = pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00)
    const { id, creation_time } = create(root)
    expect(reportsOf(world, id)).toHaveLength(1)
    pass(999)
    expect(status(id)).toBe('CREATED')
    pass(1)
    expect(status(id)).toBe('TRACKED')
    pass(60_000)
    expect(status(id)).toBe('AWAITING_ANALYSIS')
    expect(world.recoveries.get(id)?.last_modified).toBe(new Date(Date.parse(creation_time) + 2_000).toISOString())
    expect(world.recoveries.get(id)?.last_modified).not.toBe(now())
  })

  it('allows a recovery for eighty days to the second, and no longer', () => {
    const { pay, create, pass } = setUp()
    const [inTime, late] = [pay(`${VICTIM}/1`, `${FIRST}/2`, 300_00), pay(`${VICTIM}/1`, `${FIRST}/2`, 300_00)]
    pass(80 * DAY_MS)
    expect(create(inTime).status).toBe('CREATED')
    pass(1)
    refuses(() => create(late), 'FundsRecoveryTransactionNotEligible')
  })

  it.each(['AGREED', 'DISAGREED'] as const)(
    'closes what was not analysed in seven days as %s, when configured',
    (verdict) => {
      const { pay, create, pass, status, world } = setUp({ when_analysis_expires: verdict })
      const { id } = create(pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00))
      pass(7 * DAY_MS - 1)
      expect(status(id)).toBe('AWAITING_ANALYSIS')
      pass(1)
      expect(reportsOf(world, id).map(({ status, analysis_result }) => [status, analysis_result])).toEqual([
        ['CLOSED', verdict],
      ])
      expect(status(id)).toBe(verdict === 'AGREED' ? 'ANALYSED' : 'COMPLETED')
    },
  )

  it('leaves it open forever, when not configured', () => {
    const { pay, create, pass, status } = setUp()
    const { id } = create(pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00))
    pass(400 * DAY_MS)
    expect(status(id)).toBe('AWAITING_ANALYSIS')
  })

  it('accepts the request for refunds until its window ends, and not after', () => {
    for (const late of [0, 1]) {
      const { pay, create, pass, close, world, status } = setUp({ refund_window_ms: 6 * 3_600_000 })
      const { id } = create(pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00))
      pass(2_000)
      close(id)
      expect(status(id)).toBe('ANALYSED')
      pass(6 * 3_600_000 + late)
      const ask = () => refundRecovery(world, VICTIM, { funds_recovery_id: id })
      if (late) refuses(ask, 'FundsRecoveryOperationInvalid')
      else expect(ask().status).toBe('REFUNDING')
    }
  })
})

describe('tracing the money', () => {
  it('follows accounts within the window, each once, and counts what stayed', () => {
    const { pay, create, pass, world } = setUp()
    const root = pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00)
    const onward = pay(`${FIRST}/2`, `${SECOND}/3`, 600_00, 30)
    const further = pay(`${SECOND}/3`, `${FIRST}/4`, 250_00, 60)
    pay(`${FIRST}/2`, `${SECOND}/9`, 150_00, 30) // too small
    pay(`${FIRST}/2`, `${SECOND}/9`, 300_00, 121) // too late
    pay(`${FIRST}/2`, `${SECOND}/9`, 300_00, -1) // before the money came
    pay(`${FIRST}/4`, `${SECOND}/9`, 250_00, 70) // too far
    pay(`${FIRST}/7`, `${SECOND}/9`, 500_00, 10) // another account
    const { id, graph } = create(root)
    expect(graph.transactions.map((each) => each.id)).toEqual([root.id, onward.id, further.id])
    pass(2_000)
    const reports = reportsOf(world, id)
    expect(reports.map((each) => [each.counterparty_participant, each.infraction_amount])).toEqual([
      [FIRST, 400_00],
      [SECOND, 350_00],
      [FIRST, 250_00],
    ])
  })

  it('ends at a cycle, and at five payments', () => {
    const { pay, create } = setUp()
    const root = pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00)
    pay(`${FIRST}/2`, `${VICTIM}/1`, 500_00, 1)
    for (let each = 0; each < 9; each += 1) pay(`${FIRST}/2`, `${SECOND}/${each}`, 200_00, 2 + each)
    expect(create(root).graph.transactions).toHaveLength(5)
  })
})

describe('belonging to a recovery', () => {
  it('a report is not cancelled, and a refund not closed, on its own', () => {
    const { pay, create, pass, close, world } = setUp()
    const { id } = create(pay(`${VICTIM}/1`, `${FIRST}/2`, 1_000_00))
    pass(2_000)
    const [report] = reportsOf(world, id)
    refuses(() => cancelReport(world, VICTIM, { infraction_report_id: report!.id }), 'InfractionReportOperationInvalid')
    close(id)
    refundRecovery(world, VICTIM, { funds_recovery_id: id })
    const [leg] = world.refunds.group(id)
    const paid = { refund_id: leg!.id, refund_analysis_result: 'TOTALLY_ACCEPTED', refund_transaction_id: 'D' }
    refuses(() => closeRefund(world, FIRST, paid), 'RefundInvalid')
    refuses(() => closeRefund(world, FIRST, { ...paid, effective_refunded_amount: '999.99' }), 'RefundInvalid')
    world.settings.refunding_cancellable = false
    refuses(() => cancelRecovery(world, VICTIM, { funds_recovery_id: id }), 'FundsRecoveryOperationInvalid')
    refuses(() => updateRecovery(world, VICTIM, { funds_recovery_id: id }), 'FundsRecoveryOperationInvalid')
    closeRefund(world, FIRST, { ...paid, effective_refunded_amount: '1000.00' })
    settle(world)
    expect(world.recoveries.get(id)?.status).toBe('COMPLETED')
  })
})
