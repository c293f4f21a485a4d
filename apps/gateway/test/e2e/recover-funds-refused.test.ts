import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecoveryEnvironment, type RecoveryStage } from './recovery-environment.ts'

/** The same connections, and the four ways in which no money comes back. Each is reported once, and in order. */
let stage: RecoveryStage
beforeAll(async () => {
  stage = await createRecoveryEnvironment()
})
afterAll(() => stage.close())

const DAY_MS = 86_400_000
const untilAnalysis = ['created', 'submitted', 'tracked', 'analysis_requested']
const read = async (id: string) => (await stage.call('GET', `/v1/pix/fund-recovery-requests/${id}`)).body

it('rejected: no bank agrees', async () => {
  const end_to_end_id = await stage.pay()
  const id = await stage.contest(end_to_end_id)
  const recovery = await stage.recoveryOf(end_to_end_id, 'AWAITING_ANALYSIS')
  await stage.analyse(recovery, 'DISAGREED')
  await stage.hears(id, [...untilAnalysis, 'analysed', 'completed_rejected'])
  expect(await read(id)).toMatchObject({ status: 'COMPLETED_REJECTED', refund_total_amount: 0, refunds: [] })
})

it('cancelled: the client withdraws it, and DICT informs the banks', async () => {
  const end_to_end_id = await stage.pay()
  const id = await stage.contest(end_to_end_id)
  await stage.recoveryOf(end_to_end_id, 'AWAITING_ANALYSIS')
  await stage.hears(id, untilAnalysis)
  const path = `/v1/pix/fund-recovery-requests/${id}/cancel`
  expect(await stage.call('DELETE', path)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
  await stage.recoveryOf(end_to_end_id, 'CANCELLED')
  await stage.hears(id, [...untilAnalysis, 'canceled'])
})

it('failed: DICT refuses the request', async () => {
  const id = await stage.contest(await stage.pay(false))
  await stage.hears(id, ['created', 'failed'])
  const failed_code = 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED'
  expect(await read(id)).toMatchObject({ status: 'FAILED', failed_code })
})

it('expired: no bank answers within seven days, and DICT decides for them when the last second has passed', async () => {
  await stage.control('settings', { when_analysis_expires: 'DISAGREED' })
  const end_to_end_id = await stage.pay()
  const id = await stage.contest(end_to_end_id)
  const recovery = await stage.recoveryOf(end_to_end_id, 'AWAITING_ANALYSIS')
  await stage.hears(id, untilAnalysis)
  // DICT's clock is stopped, so that the deadline is met to the second on a slow machine.
  const { now } = await stage.clock({ freeze: true })
  const lastReport = Date.parse(String(recovery['last_modified']))
  await stage.clock({ advance_ms: lastReport + 7 * DAY_MS - 1_000 - Date.parse(now) })
  await stage.recoveryOf(end_to_end_id, 'AWAITING_ANALYSIS')
  expect(await read(id)).toMatchObject({ status: 'CREATED' })
  await stage.clock({ advance_ms: 1_000 })
  await stage.recoveryOf(end_to_end_id, 'COMPLETED')
  await stage.clock({ resume: true })
  await stage.hears(id, [...untilAnalysis, 'analysed', 'completed_rejected'])
  expect(await read(id)).toMatchObject({ status: 'COMPLETED_REJECTED', refund_total_amount: 0 })
})
