import { OURS } from '@eclusa/testing/dict.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consumeRecoveryEvents } from './consume-recovery-events.job.ts'
import { followFundRecoveries } from './follow-fund-recoveries.job.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
  // Polling once a day, so that only an event notification can report the change in time.
  test.pix.worker.settings.FUND_RECOVERY_FOLLOW_SECONDS = 86_400
})
beforeEach(() => test.begin())
afterAll(() => test.close())

const read = async (id: string) => (await test.get(id)).body
const answered = (name: string) => test.pix.test.simulated.answers.get(`${name} 200`) ?? 0

describe('an event of DICT about a recovery', () => {
  it('advances the request at once, although its next poll was due in a day', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    test.pass(60_000)
    await test.pix.run(followFundRecoveries)
    expect(await read(id)).toMatchObject({ status: 'CREATED' })
    await test.pix.run(consumeRecoveryEvents)
    expect(await read(id)).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    test.refund(dict_id)
    test.pass(60_000)
    await test.pix.run(consumeRecoveryEvents)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED_APPROVED' })
  })

  it('is consumed once: a known state is not queried again', async () => {
    const { dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    test.pass(60_000)
    await test.pix.run(consumeRecoveryEvents)
    const before = answered('getFundsRecovery')
    await test.pix.run(consumeRecoveryEvents)
    await test.pix.run(consumeRecoveryEvents)
    expect(answered('getFundsRecovery')).toBe(before)
  })

  it('is consumed again after a worker crashed', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    test.pass(60_000)
    const broken = { ...test.pix.worker, pool: { connect: () => Promise.reject(new Error('killed')) } as never }
    await expect(consumeRecoveryEvents.run(broken, {}, 'killed')).rejects.toThrow('unavailable')
    await test.pix.run(consumeRecoveryEvents)
    expect(await read(id)).toMatchObject({ status: 'WAITING_DEVOLUTION' })
  })

  it('that was missed is found by polling', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    test.pass(86_400_000)
    await test.pix.run(followFundRecoveries)
    expect(await read(id)).toMatchObject({ status: 'WAITING_DEVOLUTION' })
  })

  it('is read over several pages, and from the beginning when DICT no longer knows the cursor', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    const fill = { event: 'FUNDS_RECOVERY_COMPLETED', entity_type: 'FUNDS_RECOVERY', participant: OURS } as const
    const timestamp = test.world.clock.now().toISOString()
    for (let n = 0; n < 450; n += 1) {
      const entity_id = '00000000-0000-4000-8000-000000000000'
      test.world.events.push({ ...fill, entity_id, timestamp, id: test.world.events.length + 1 })
    }
    test.analyse(dict_id, 'AGREED')
    test.pass(60_000)
    await test.pix.gateway.db.admin.query(`update dict_event_consumers set cursor = 'gone'`)
    await test.pix.run(consumeRecoveryEvents)
    expect(await read(id)).toMatchObject({ status: 'CREATED' })
    await test.pix.run(consumeRecoveryEvents)
    expect(await read(id)).toMatchObject({ status: 'WAITING_DEVOLUTION' })
  })
})
