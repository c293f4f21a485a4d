import { createTestRecovery, type TestRecovery, wholeWay } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceFundRecovery } from './advance-fund-recovery.job.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('a worker killed at any step', () => {
  it('leaves one recovery at DICT, the same state in the gateway, and no lost or duplicate event', async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 10)
    for (let round = 0; round < rounds; round += 1) {
      test.payment = await test.pix.sent(test.user)
      const id = await test.created()
      const killed = test.pix.killing(round % 7, round % 2 === 0)
      const die = () => killed(advanceFundRecovery, { user_id: test.user.user_id, id })
      await die()
      test.pass(15_000)
      await die()
      await test.drain(id)
      const [recovery, ...more] = test.held()
      expect(more).toEqual([])
      test.analyse(recovery!.id, 'AGREED')
      await die()
      await test.drain(id)
      test.refund(recovery!.id)
      await die()
      await test.drain(id)
      expect((await test.get(id)).body).toMatchObject({
        status: 'COMPLETED_APPROVED',
        refund_total_amount: test.payment.amount,
      })
      expect(test.held()[0]!.status).toBe('COMPLETED')
      expect(await test.pix.told(id)).toEqual(wholeWay)
    }
  }, 1_200_000)
})
