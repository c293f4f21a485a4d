import { randomUUID } from 'node:crypto'
import { FIRST, payOn, SECOND } from '@eclusa/testing/dict.ts'
import { createTestGateway } from '@eclusa/testing/gateway.ts'
import { createTestRecovery, RECOVERIES, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const FINAL = '?acknowledge_final=true'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('cancel', () => {
  it('200 before submission: DICT is not called, and the transaction can be contested again', async () => {
    const id = await test.created()
    expect(await test.cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    await test.advance(id)
    expect(test.held()).toEqual([])
    expect((await test.create({ description: 'Agora sim.' })).status).toBe(201)
  })

  it('200 once DICT confirms it, and again on a repeat', async () => {
    const { id } = await test.untilAnalysis()
    expect(await test.cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    expect(test.held()[0]!.status).toBe('CANCELLED')
    const repeat = await test.pix.gateway.ask({
      method: 'DELETE',
      url: `${RECOVERIES}/${id}/cancel`,
      as: test.user,
      headers: { 'x-include-replay-protection-schema': 'nonce' },
    })
    expect(repeat.status).toBe(200)
    expect((await test.pix.told(id)).at(-1)).toBe('canceled')
    expect(await test.create({ description: 'De novo.' })).toMatchObject({
      status: 409,
      body: { code: 'FUND_RECOVERY_ALREADY_EXISTS', fund_recovery_request_id: id },
    })
  })

  it('409 when the same request is repeated after it took effect, before DICT is called', async () => {
    const { id } = await test.untilAnalysis()
    const nonce = { nonce: randomUUID(), 'x-include-replay-protection-schema': 'nonce' }
    expect((await test.cancel(id, nonce)).status).toBe(200)
    // Without this the row alone would suggest that DICT has to be called again.
    await test.pix.gateway.db.admin.query(`update fund_recovery_requests set status = 'CREATED' where id = $1`, [id])
    const [before, asked] = [await test.stateOf(), new Map(test.pix.test.simulated.answers)]
    expect(await test.cancel(id, nonce)).toMatchObject({ status: 409, body: { code: 'REPLAY' } })
    expect(test.pix.test.simulated.answers).toEqual(asked)
    expect(await test.stateOf()).toEqual(before)
  })

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature'] as const)(
    '200 when the answer was lost (%s) and DICT, asked, says that it was done',
    async (kind) => {
      const { id } = await test.untilAnalysis()
      test.pix.test.simulated.faults.add({ kind, operation: 'cancelFundsRecovery' })
      expect(await test.cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    },
  )

  it.each(['unavailable', 'reset', 'error_500'] as const)(
    '503 and nothing changed when DICT did not respond (%s)',
    async (kind) => {
      const { id } = await test.untilAnalysis()
      const before = await test.stateOf()
      test.pix.test.simulated.faults.add({ kind, operation: 'cancelFundsRecovery' })
      expect(await test.cancel(id)).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
      expect(await test.stateOf()).toEqual(before)
      expect(test.held()[0]!.status).toBe('AWAITING_ANALYSIS')
      expect((await test.cancel(id)).status).toBe(200)
    },
  )

  it('200 after the refunds were requested, where DICT allows it: earlier refunds stay recorded', async () => {
    payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.advance(id)
    test.refund(dict_id, SECOND)
    expect(await test.cancel(id, {}, FINAL)).toMatchObject({
      status: 200,
      body: { status: 'CANCELED', refund_total_amount: 600_00 },
    })
    expect(test.held()[0]!.status).toBe('CANCELLED')
    expect((await test.pix.told(id)).at(-1)).toBe('canceled')
  })

  it('422 after the refunds were requested, where DICT does not allow it', async () => {
    test.world.settings.refunding_cancellable = false
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.advance(id)
    expect(await test.cancel(id, {}, FINAL)).toMatchObject({
      status: 422,
      body: { code: 'FUND_RECOVERY_NOT_CANCELABLE' },
    })
    expect(test.held()[0]!.status).toBe('REFUNDING')
    test.world.settings.refunding_cancellable = true
  })

  it.each(['', '?acknowledge_final=false'])(
    '409 after the analyses without an acknowledgement (%j), and DICT is not asked',
    async (query) => {
      const { id, dict_id } = await test.untilAnalysis()
      test.analyse(dict_id, 'AGREED')
      await test.advance(id)
      const before = await test.stateOf()
      const asked = new Map(test.pix.test.simulated.answers)
      expect(await test.cancel(id, {}, query)).toMatchObject({
        status: 409,
        body: { code: 'FUND_RECOVERY_CANCEL_IS_FINAL' },
      })
      expect(test.pix.test.simulated.answers).toEqual(asked)
      expect(await test.stateOf()).toEqual(before)
      expect(await test.cancel(id, {}, FINAL)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
      expect((await test.cancel(id, { nonce: randomUUID() }, '?acknowledge_final=1')).status).toBe(400)
    },
  )

  it('422 and not 409 for a request that has ended in another way', async () => {
    const { id } = await test.untilAnalysis()
    await test.pix.gateway.db.admin.query(
      `update fund_recovery_requests set status = 'COMPLETED_REJECTED' where id = $1`,
      [id],
    )
    expect(await test.cancel(id)).toMatchObject({ status: 422, body: { code: 'FUND_RECOVERY_NOT_CANCELABLE' } })
  })

  it('concurrent with the refund request: our response and DICT always agree', async () => {
    test.world.settings.refunding_cancellable = false
    const rounds = Number(process.env['RACE_ROUNDS'] ?? 10)
    const answers = new Map<number, number>()
    for (let round = 0; round < rounds; round += 1) {
      test.payment = await test.pix.sent(test.user)
      const { id, dict_id } = await test.untilAnalysis()
      test.analyse(dict_id, 'AGREED')
      const late = new Promise((resolve) => setTimeout(resolve, (round % 10) * 8))
      const [answer] = await Promise.all([
        round % 2 ? late.then(() => test.cancel(id, {}, FINAL)) : test.cancel(id, {}, FINAL),
        round % 2 ? test.advance(id) : late.then(() => test.advance(id)),
      ])
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      await test.advance(id)
      const status = test.held()[0]!.status
      const ours = (await test.get(id)).body['status']
      expect([answer.status, status, ours]).toEqual(
        answer.status === 200 ? [200, 'CANCELLED', 'CANCELED'] : [422, 'REFUNDING', 'WAITING_DEVOLUTION'],
      )
    }
    test.world.settings.refunding_cancellable = true
    expect([...answers.values()].reduce((a, b) => a + b)).toBe(rounds)
    if (rounds > 10) process.stderr.write(`cancel race: ${JSON.stringify([...answers])}\n`)
  }, 1_200_000)
})

describe('our own certificate', () => {
  it.each(['expired', 'stranger'] as const)(
    '%s: DICT refuses it, and the API says 503 and changes nothing',
    async (which) => {
      const { simulated } = test.pix.test
      const { tls } = simulated.settingsFor('11111111')
      const identity = await simulated[which]('11111111')
      const dict = test.pix.test.as('11111111', { tls: { ...identity, authorities: tls.authorities } })
      const gateway = await createTestGateway({}, { dict })
      const owner = await gateway.user()
      const [sent] = await gateway.payments(owner)
      const contest = { ...test.body(), transaction_id: sent!.id }
      const created = await gateway.ask({ method: 'POST', url: RECOVERIES, as: owner, body: contest })
      const id = String(created.body['id'])
      await gateway.db.admin.query(
        'update fund_recovery_requests set dict_id = id, submitted_at = now() where id = $1',
        [id],
      )
      const answer = await gateway.ask({ method: 'DELETE', url: `${RECOVERIES}/${id}/cancel`, as: owner })
      expect(answer).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await gateway.ask({ url: `${RECOVERIES}/${id}`, as: owner })).body['status']).toBe('CREATED')
      await gateway.close()
    },
  )
})
