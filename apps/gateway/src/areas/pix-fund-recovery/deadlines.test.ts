import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/config/settings.ts'
import { analysisEndsAt, contestEndsAt, isContestable, refundEndsAt, waitAtMost } from './deadlines.ts'
import { followSettings, fundRecoverySettings } from './settings.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(async () => {
  await test.begin()
  test.world.clock.freeze()
})
afterEach(() => test.world.clock.resume())
afterAll(() => test.close())

const now = () => test.world.clock.now().getTime()
const passUntil = (ms: number) => test.pass(ms - now())

describe('eighty days to contest a payment', () => {
  const paidAgo = async (ms: number) => {
    test.payment = await test.pix.sent(test.user, { minutesAgo: 79 * 24 * 60 })
    passUntil(Date.parse(test.payment.settlement_time) + ms)
  }

  it('201 in the last second, and DICT accepts it', async () => {
    await paidAgo(80 * DAY_MS)
    const id = await test.created()
    await test.advance(id)
    expect(test.held()).toHaveLength(1)
  })

  it('422 a second later', async () => {
    await paidAgo(80 * DAY_MS + SECOND_MS)
    expect(await test.create()).toMatchObject({ status: 422, body: { code: 'FUND_RECOVERY_PERIOD_EXPIRED' } })
    expect(await test.stateOf()).toEqual([])
  })
})

describe('seven days for the other participants', () => {
  it('are shown to the client with the request', async () => {
    const analysis_limit_date = new Date(now() + 7 * DAY_MS).toISOString()
    expect((await test.create()).body).toMatchObject({ analysis_limit_date })
  })

  it('end to the second: DICT then decides for them and ends the request', async () => {
    test.world.settings.when_analysis_expires = 'DISAGREED'
    const { id, dict_id } = await test.untilAnalysis()
    const [report] = test.world.reports.group(dict_id)
    const end = Date.parse(report!.creation_time) + 7 * DAY_MS
    passUntil(end - SECOND_MS)
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'CREATED' })
    passUntil(end)
    await test.advance(id)
    test.world.settings.when_analysis_expires = 'leave'
    const analysed_at = new Date(end).toISOString()
    expect((await test.get(id)).body).toMatchObject({ status: 'COMPLETED_REJECTED', analysed_at })
  })
})

describe('seventy-two hours to request the refunds', () => {
  /** The analyses are complete, and DICT does not respond to the refund request. Returns the start of the period. */
  async function analysedInSilence(): Promise<{ id: string; analysed: number }> {
    test.world.settings.refund_window_ms = 72 * HOUR_MS
    const { id, dict_id } = await test.untilAnalysis()
    const analysed = now()
    test.analyse(dict_id, 'AGREED')
    test.pix.test.simulated.faults.add({ kind: 'unavailable', operation: 'refundFundsRecovery', times: 1_000 })
    await test.advance(id)
    return { id, analysed }
  }
  const dictAnswersAgain = () => test.pix.test.simulated.faults.clear()
  const told = async (id: string) => (await test.pix.told(id)).slice(4)

  it('are not used when DICT responds: the refunds are requested at once', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    await test.advance(id)
    expect((await test.stateOf())[0]).toMatchObject({ status: 'WAITING_DEVOLUTION', refund_warn_at: null })
  })

  it('are shown with the request, and emit a warning half-way when nothing could be requested', async () => {
    const { id, analysed } = await analysedInSilence()
    const refund_limit_date = new Date(analysed + 72 * HOUR_MS).toISOString()
    expect((await test.get(id)).body).toMatchObject({ status: 'ANALYSED', refund_limit_date })
    passUntil(analysed + 36 * HOUR_MS - SECOND_MS)
    await test.advance(id)
    expect(await told(id)).toEqual(['analysed'])
    passUntil(analysed + 36 * HOUR_MS)
    for (let n = 0; n < 3; n += 1) await test.advance(id)
    expect(await told(id)).toEqual(['analysed', 'refund_delayed'])
  })

  it('emit the warning also when DICT does not respond at all', async () => {
    const { id, analysed } = await analysedInSilence()
    test.pix.test.simulated.faults.add({ kind: 'error_500', operation: 'getFundsRecovery' })
    passUntil(analysed + 36 * HOUR_MS)
    await test.advance(id)
    expect(await told(id)).toEqual(['analysed', 'refund_delayed'])
  })

  it('count to the last second: requested then, the money is on its way', async () => {
    const { id, analysed } = await analysedInSilence()
    passUntil(analysed + 72 * HOUR_MS)
    dictAnswersAgain()
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    expect(await told(id)).toEqual(['analysed', 'refund_requested'])
  })

  it('a second later DICT rejects: one event, and polling continues, because DICT has the recovery', async () => {
    const { id, analysed } = await analysedInSilence()
    passUntil(analysed + 72 * HOUR_MS + SECOND_MS)
    dictAnswersAgain()
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'ANALYSED', failed_code: 'REFUND_PERIOD_EXPIRED' })
    await test.advance(id)
    expect(await told(id)).toEqual(['analysed', 'refund_refused'])
    test.world.settings.refund_window_ms = 80 * HOUR_MS
    await test.advance(id)
    const { body } = await test.get(id)
    expect([body['status'], body['failed_code']]).toEqual(['WAITING_DEVOLUTION', undefined])
  })

  it('are our limit: where DICT still accepts the request, late money is not given up', async () => {
    const { id, analysed } = await analysedInSilence()
    test.world.settings.refund_window_ms = 80 * HOUR_MS
    passUntil(analysed + 73 * HOUR_MS)
    dictAnswersAgain()
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
  })

  it('are met however long DICT asks us to wait', () => {
    const at = new Date('2026-02-02T10:00:00.000Z')
    const limit = '2026-02-02T16:00:00.000Z'
    expect(waitAtMost(24 * HOUR_MS, limit, at)).toBe(6 * HOUR_MS - 60 * SECOND_MS)
    expect(waitAtMost(5_000, limit, at)).toBe(5_000)
    expect(waitAtMost(5_000, null, at)).toBe(5_000)
    expect(waitAtMost(5_000, limit, new Date('2026-02-02T15:59:30.000Z'))).toBe(5_000)
  })
})

describe('the periods', () => {
  const periods = readSettings({ ...fundRecoverySettings, ...followSettings }, {})
  const start = new Date('2026-02-02T10:20:30.000Z')

  it('are eighty days, seven days and seventy-two hours, to the second', () => {
    expect(contestEndsAt(start, periods).toISOString()).toBe('2026-04-23T10:20:30.000Z')
    expect(analysisEndsAt(start, periods).toISOString()).toBe('2026-02-09T10:20:30.000Z')
    expect(refundEndsAt(start, periods).toISOString()).toBe('2026-02-05T10:20:30.000Z')
  })

  it('include their last instant', () => {
    const end = contestEndsAt(start, periods)
    expect(isContestable(start, end, periods)).toBe(true)
    expect(isContestable(start, new Date(end.getTime() + 1), periods)).toBe(false)
  })

  it('follow the configuration', () => {
    const other = { ...periods, FUND_RECOVERY_REFUND_HOURS: 6 }
    expect(refundEndsAt(start, other).toISOString()).toBe('2026-02-02T16:20:30.000Z')
  })
})
