import { randomUUID } from 'node:crypto'
import { sampleDeposit } from '@eclusa/simulators/sample-transactions.ts'
import { FIRST, payOn, SECOND } from '@eclusa/testing/dict.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileRecoveredCredits } from './reconcile-recovered-credits.job.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

const HOUR_MS = 3_600_000

/** Reports a credit with that id, as the ledger does. */
async function credit(end_to_end_id: string, changes: object = {}): Promise<string> {
  const at = test.world.clock.now()
  const record = sampleDeposit(test.user, at, { end_to_end_id, amount: 600_00, available_amount: 600_00, ...changes })
  const [result] = await test.pix.gateway.ingest([record], 'test', at)
  expect(result).toMatchObject({ outcome: 'CREATED' })
  return record.id
}

/** Refunds of two layers are on their way; the second participant pays by an ordinary Pix. Returns its id. */
async function untilRefunded() {
  payOn(test.pix.test.simulated, test.payment, { from: FIRST, to: SECOND, amount: 600_00 })
  const { id, dict_id } = await test.untilAnalysis()
  test.analyse(dict_id, 'AGREED')
  await test.advance(id)
  test.refund(dict_id)
  const leg = test.world.refunds.group(dict_id).find(({ contested_participant: bank }) => bank === SECOND)!
  const minute = test.world.clock.now().toISOString().replaceAll(/\D/g, '').slice(0, 12)
  const paid = `E${SECOND}${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`
  test.world.refunds.save({ ...leg, refund_transaction_id: paid })
  return { id, paid, refund_id: leg.id }
}

const legs = async (id: string) => (await test.get(id)).body['refunds'] as Record<string, unknown>[]
const tied = async (id: string) => (await legs(id)).flatMap((leg) => leg['credit_transaction_id'] ?? [])

describe('money that a recovery returned', () => {
  it('is linked to its request when the ledger reported it first, with one event', async () => {
    const { id, paid, refund_id } = await untilRefunded()
    const credit_transaction_id = await credit(paid, { purpose: 'IPRT' })
    await test.advance(id)
    for (let n = 0; n < 2; n += 1) {
      test.pass(61_000)
      await test.pix.run(reconcileRecoveredCredits)
    }
    expect(await tied(id)).toEqual([credit_transaction_id])
    expect((await test.pix.told(id)).slice(-2)).toEqual(['completed_approved', 'refund_credited'])
    const { rows } = await test.pix.gateway.db.admin.query<{ data: object }>(
      `select data from events where object_id = $1 and type like '%refund_credited'`,
      [id],
    )
    expect(rows).toMatchObject([{ data: { refund_id, credit_transaction_id } }])
  })

  it('is linked when the ledger reports it hours after the request ended', async () => {
    const { id, paid } = await untilRefunded()
    await test.advance(id)
    await test.pix.run(reconcileRecoveredCredits)
    expect(await tied(id)).toEqual([])
    test.pass(5 * HOUR_MS)
    const credit_transaction_id = await credit(paid)
    await test.pix.run(reconcileRecoveredCredits)
    expect(await tied(id)).toEqual([credit_transaction_id])
    expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_APPROVED' })
  })

  it("stays linked when DICT's later data does not contain it", async () => {
    const { id, paid } = await untilRefunded()
    const [open] = test.world.refunds.group(test.held()[0]!.id)
    test.world.refunds.save({ ...open!, status: 'OPEN' })
    test.world.recoveries.save({ ...test.held()[0]!, status: 'REFUNDING' })
    await test.advance(id)
    const credit_transaction_id = await credit(paid)
    await test.pix.run(reconcileRecoveredCredits)
    test.world.refunds.save(open!)
    test.pass(60_000)
    await test.advance(id)
    expect(await tied(id)).toEqual([credit_transaction_id])
  })

  it('is not linked to a credit of another wallet, or to one that did not arrive', async () => {
    const { id, paid } = await untilRefunded()
    await credit(paid, { status: 'FAILED' })
    await test.advance(id)
    const other = await test.pix.gateway.user()
    const at = test.world.clock.now()
    await test.pix.gateway.ingest([sampleDeposit(other, at, { end_to_end_id: paid })], 'test', at)
    await test.pix.run(reconcileRecoveredCredits)
    expect(await tied(id)).toEqual([])
  })

  it('is no longer searched a month later', async () => {
    const { id } = await untilRefunded()
    await test.advance(id)
    test.pass(31 * 24 * HOUR_MS)
    await test.pix.run(reconcileRecoveredCredits)
    expect((await test.stateOf())[0]).toMatchObject({ credits_due_at: null })
    expect(await test.pix.told(id)).not.toContain('refund_credited')
  })
})
