import { FIRST, payOn, SECOND } from '@eclusa/testing/dict.ts'
import { createTestRecovery, RECOVERIES, type TestRecovery, wholeWay } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followFundRecoveries } from './follow-fund-recoveries.job.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('a recovery, from the contest to the refund', () => {
  it('passes through every status, with money from two participants, each event once and in order', async () => {
    payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const created = await test.create({ fraud_reason: 'COERSION_CRIME' })
    expect(created).toMatchObject({ status: 201, body: { status: 'CREATED', fraud_reason: 'COERCION_CRIME' } })
    const id = String(created.body['id'])
    await test.advance(id)
    const [recovery] = test.held()
    expect(recovery).toMatchObject({ situation_type: 'COERCION', report_details: 'Golpe por telefone.' })
    test.pass(1_500)
    await test.advance(id)
    expect((await test.get(id)).body['tracking']).toMatchObject({ participants: 3, transactions: 2 })
    test.pass(1_500)
    await test.advance(id)
    test.analyse(recovery!.id, 'AGREED')
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    test.refund(recovery!.id)
    test.pass(1_000)
    await test.advance(id)
    const { body: ended } = await test.get(id)
    expect(ended).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: 1_000_00 })
    expect((ended['refunds'] as { bank_ispb: string }[]).map(({ bank_ispb }) => bank_ispb).toSorted()).toEqual([
      FIRST,
      SECOND,
    ])
    expect(await test.pix.told(id)).toEqual(wholeWay)
    const graph = await test.pix.gateway.ask({ url: `${RECOVERIES}/${id}/tracking-graph`, as: test.user })
    expect(graph.body['transactions']).toHaveLength(2)
    expect(JSON.stringify(graph.body)).not.toContain('Ana')
  })

  it('rejected: no participant agrees', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'DISAGREED')
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_REJECTED', refund_total_amount: 0 })
  })

  describe('only the participant of the root payment decides whether refunds are requested', () => {
    const verdicts = (root: 'AGREED' | 'DISAGREED', other: 'AGREED' | 'DISAGREED') => async () => {
      payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
      const { id, dict_id } = await test.untilAnalysis()
      test.analyse(dict_id, root, FIRST)
      test.analyse(dict_id, other, SECOND)
      const asked = () =>
        [...test.pix.test.simulated.answers].filter(([name]) => name.startsWith('refundFundsRecovery')).length
      const before = asked()
      await test.advance(id)
      return { id, asked: asked() - before }
    }

    it('it agrees and the other does not: requested, and the money at the root is returned', async () => {
      const { id } = await verdicts('AGREED', 'DISAGREED')()
      expect((await test.get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    })

    it('it disagrees and the other agrees: not requested, and no event until DICT ends the recovery', async () => {
      test.world.settings.rejecting_ms = 60_000
      const { id, asked } = await verdicts('DISAGREED', 'AGREED')()
      expect(asked).toBe(0)
      expect((await test.stateOf())[0]).toMatchObject({ status: 'CREATED', dict_status: 'ANALYSED', failed_code: null })
      test.pass(60_000)
      await test.advance(id)
      test.world.settings.rejecting_ms = 0
      expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_REJECTED' })
      expect((await test.pix.told(id)).slice(4)).toEqual(['analysed', 'completed_rejected'])
    })
  })

  it('approved: a fully accepted refund without an amount counts as the whole amount', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.advance(id)
    test.refund(dict_id)
    for (const refund of test.world.refunds.group(dict_id))
      test.world.refunds.save({ ...refund, effective_refunded_amount: undefined })
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: 1_000_00 })
  })

  it('approved: a return id in two refunds counts once, with the smaller of the two amounts', async () => {
    payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.advance(id)
    test.refund(dict_id)
    const [first, second] = test.world.refunds.group(dict_id)
    const [amount, other] = [first!.effective_refunded_amount!, second!.effective_refunded_amount!]
    test.world.refunds.save({ ...second!, refund_transaction_id: first!.refund_transaction_id })
    await test.advance(id)
    const refund_total_amount = Math.min(amount, other)
    expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount })
    expect(amount).not.toBe(other)
  })

  it('failed: DICT rejects it', async () => {
    test.world.transactions.set(test.payment.id, { ...test.payment, settled: false })
    const id = await test.created()
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({
      status: 'FAILED',
      failed_code: 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED',
    })
    expect(await test.pix.told(id)).toEqual(['created', 'failed'])
    expect((await test.create({ description: 'De novo.' })).status).toBe(201)
  })

  it('requests a smaller graph, step by step, when tracking took DICT too long', async () => {
    test.world.settings.followed_max = 2
    const id = await test.created()
    for (let n = 0; n < 3; n += 1) {
      test.pass(15_000)
      await test.advance(id)
    }
    test.world.settings.followed_max = 5
    expect(test.held()[0]!.graph.parameters).toMatchObject({ max_transactions: 2, hop_window: 'PT30M', max_hops: 1 })
    expect((await test.pix.told(id)).slice(0, 2)).toEqual(['created', 'submitted'])
  })

  it('requests a smaller graph when DICT does not know the payment for long, and fails after an hour', async () => {
    test.world.transactions.delete(test.payment.id)
    const id = await test.created()
    const steps: unknown[] = []
    for (const minutes of [1, 5, 5, 1, 1, 1]) {
      test.pass(minutes * 60_000)
      await test.advance(id)
      steps.push((await test.stateOf())[0]!['graph_step'])
    }
    expect(steps).toEqual([0, 0, 1, 2, 3, 3])
    const code = 'FUNDS_RECOVERY_TRANSACTION_NOT_INDEXED'
    expect((await test.get(id)).body).toMatchObject({
      status: 'CREATED',
      waiting_code: code,
      waiting_message: 'O DICT não encontrou este pagamento.',
    })
    expect(await test.pix.told(id)).toEqual(['created', 'submission_delayed'])
    test.pass(3_600_000)
    await test.advance(id)
    const { body } = await test.get(id)
    expect(body).toMatchObject({ failed_code: code, failed_message: 'O DICT não encontrou este pagamento.' })
    expect(body).not.toHaveProperty('waiting_code')
  })

  it("a payment below DICT's tracking minimum is accepted at once: the minimum is lowered for it", async () => {
    test.payment = await test.pix.sent(test.user, { amount: 15_90 })
    const id = await test.created()
    await test.advance(id)
    expect(test.held()[0]!.graph.parameters).toMatchObject({ min_transaction_amount: 15_90, max_transactions: 5 })
  })

  it('advanced by the schedule alone, when every job was lost', async () => {
    const id = await test.created()
    for (let n = 0; n < 3; n += 1) {
      await test.pix.run(followFundRecoveries)
      test.pass(60_000)
    }
    expect((await test.stateOf())[0]).toMatchObject({ id, dict_status: 'AWAITING_ANALYSIS' })
  })
})

describe('a response that was lost', () => {
  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'foreign_signature', 'reset'] as const)(
    'to the submission (%s): DICT holds one recovery, and it is ours',
    async (kind) => {
      test.pix.test.simulated.faults.add({ kind, operation: 'createFundsRecovery' })
      const id = await test.created()
      await test.advance(id)
      expect((await test.stateOf())[0]).toMatchObject({ dict_id: null, status: 'CREATED' })
      await test.drain(id)
      expect(test.held()).toHaveLength(1)
      expect((await test.stateOf())[0]).toMatchObject({ dict_id: test.held()[0]!.id, dict_status: 'AWAITING_ANALYSIS' })
      expect(await test.pix.told(id)).toEqual(['created', 'submitted', 'tracked', 'analysis_requested'])
    },
  )

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'reset', 'unavailable'] as const)(
    'to the request for the refunds (%s): asked once, told once',
    async (kind) => {
      const { id, dict_id } = await test.untilAnalysis()
      test.analyse(dict_id, 'AGREED')
      test.pix.test.simulated.faults.add({ kind, operation: 'refundFundsRecovery' })
      await test.advance(id)
      await test.advance(id)
      expect(test.held()[0]!.status).toBe('REFUNDING')
      expect((await test.pix.told(id)).slice(4)).toEqual(['analysed', 'refund_requested'])
    },
  )

  it('does not adopt a recovery of the same payment that was created by other means', async () => {
    test.as('11111111', 'createFundsRecovery', {
      funds_recovery: {
        root_transaction_id: test.payment.id,
        situation_type: 'SCAM',
        contact_information: { email: 'a@b.example', phone: '+5561988887777' },
      },
    })
    test.pass(300_000)
    const id = await test.created()
    await test.advance(id)
    test.pass(120_000)
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'FAILED', failed_code: 'ALREADY_AT_DICT' })
  })
})
