import { OURS } from '@eclusa/testing/dict.ts'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceFundRecovery } from './advance-fund-recovery.job.ts'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(async () => {
  await test.begin()
  test.world.settings.list_lag_ms = 5_000
})
afterAll(() => test.close())

const MINUTE_MS = 60_000
const faults = () => test.pix.test.simulated.faults

/** Makes DICT process a submission whose response we never received. */
function doAtLast(): void {
  test.as(OURS, 'createFundsRecovery', {
    funds_recovery: {
      root_transaction_id: test.payment.id,
      situation_type: 'SCAM',
      report_details: 'Golpe por telefone.',
      contact_information: { email: 'fraudes@eclusa.example', phone: '+5561988887777' },
    },
  })
}

/** Blocks the next DICT call of that operation until it is released. */
function stopAt(operation: string, when: 'come' | 'done') {
  const { watchers } = test.pix.test.simulated
  const [stopped, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const watch: Parameters<typeof watchers.add>[0] = (moment) => {
    if (moment.operation !== operation || moment.when !== when) return undefined
    watchers.delete(watch)
    stopped.resolve()
    return released.promise
  }
  watchers.add(watch)
  return { stopped: stopped.promise, release: released.resolve }
}

describe('DICT processes a submission minutes later, and its list lags', () => {
  it('does not fail while the list cannot show it yet, and is adopted once it does', async () => {
    faults().add({ kind: 'reset', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.pass(5 * MINUTE_MS)
    doAtLast()
    test.pass(1_000)
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'CREATED' })
    test.pass(6_000)
    await test.advance(id)
    expect((await test.stateOf())[0]).toMatchObject({ status: 'CREATED', dict_id: test.held()[0]!.id })
    expect((await test.pix.told(id)).slice(0, 2)).toEqual(['created', 'submitted'])
  })

  it('is searched, and not submitted again, once DICT reported that it exists', async () => {
    faults().add({ kind: 'reset_after_write', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    const sent = () => test.pix.test.simulated.answers.get('createFundsRecovery 400') ?? 0
    const before = sent()
    for (let n = 0; n < 4; n += 1) {
      test.pass(1_000)
      await test.advance(id)
    }
    expect(sent() - before).toBe(1)
  })

  it('does not fail because of a list that was read before the period ended and received after it', async () => {
    faults().add({ kind: 'reset', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.pass(5 * MINUTE_MS)
    doAtLast()
    const list = stopAt('listInfractionReports', 'done')
    const advancing = test.advance(id)
    await list.stopped
    test.pass(2 * MINUTE_MS)
    list.release()
    await advancing
    expect((await test.get(id)).body).toMatchObject({ status: 'CREATED' })
    await test.drain(id)
    expect((await test.stateOf())[0]).toMatchObject({ dict_id: test.held()[0]!.id })
  })

  it('does not fail after a later rejection while an earlier submission may still be processed', async () => {
    faults().add({ kind: 'reset', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.world.transactions.set(test.payment.id, { ...test.payment, settled: false })
    test.pass(MINUTE_MS)
    await test.advance(id)
    expect((await test.get(id)).body).toMatchObject({ status: 'CREATED' })
    test.world.transactions.set(test.payment.id, test.payment)
    doAtLast()
    await test.drain(id)
    expect((await test.stateOf())[0]).toMatchObject({ dict_id: test.held()[0]!.id })
  })

  it('does not fail after a rejection long after DICT processed it: the list is searched first', async () => {
    faults().add({ kind: 'reset_after_write', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    const { contest_period_ms } = test.world.settings
    test.world.settings.contest_period_ms = 0
    test.pass(11 * MINUTE_MS)
    await test.advance(id)
    test.world.settings.contest_period_ms = contest_period_ms
    expect((await test.stateOf())[0]).toMatchObject({ status: 'CREATED', dict_id: test.held()[0]!.id })
  })

  it('is not submitted again once it was found, though other reads from DICT failed', async () => {
    faults().add({ kind: 'reset_after_write', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.pass(15_000)
    faults().add({ kind: 'error_500', operation: 'getTrackingGraph' })
    await test.advance(id)
    const { dict_id, exists_since } = (await test.stateOf())[0]!
    expect([dict_id, exists_since === null]).toEqual([null, false])
    await test.drain(id)
    expect((await test.stateOf())[0]).toMatchObject({ dict_id: test.held()[0]!.id })
  })

  it('fails after that rejection once no submission can still be processed', async () => {
    faults().add({ kind: 'reset', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.world.transactions.set(test.payment.id, { ...test.payment, settled: false })
    for (let n = 0; n < 3; n += 1) {
      test.pass(6 * MINUTE_MS)
      await test.advance(id)
    }
    expect((await test.get(id)).body).toMatchObject({
      status: 'FAILED',
      failed_code: 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED',
    })
  })
})

describe('two workers on one request', () => {
  it('the second does nothing while the first has the lease', async () => {
    const id = await test.created()
    const sending = stopAt('createFundsRecovery', 'come')
    const first = test.advance(id)
    await sending.stopped
    const before = new Map(test.pix.test.simulated.answers)
    await test.advance(id)
    expect(test.pix.test.simulated.answers).toEqual(before)
    sending.release()
    await first
    expect((await test.stateOf())[0]).toMatchObject({ dict_id: test.held()[0]!.id, lease: null })
  })

  it('a response that the first receives after it lost the lease changes nothing', async () => {
    faults().add({ kind: 'reset_after_write', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    test.pass(1_000)
    await test.advance(id)
    // Slow enough for the lease to expire before the empty list arrives.
    test.world.settings.list_lag_ms = 10 * MINUTE_MS
    test.pass(2 * MINUTE_MS)
    const list = stopAt('listInfractionReports', 'done')
    const first = test.advance(id)
    await list.stopped
    test.world.settings.list_lag_ms = 0
    await test.pix.leasesRunOut()
    await test.advance(id)
    const [kept] = await test.stateOf()
    expect(kept).toMatchObject({ dict_id: test.held()[0]!.id })
    list.release()
    await first
    expect((await test.stateOf())[0]).toEqual(kept)
  })

  it('refunds that another process requested a moment before are not reported as rejected', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    const asking = stopAt('refundFundsRecovery', 'come')
    const advancing = test.advance(id)
    await asking.stopped
    test.as(OURS, 'refundFundsRecovery', { funds_recovery_id: dict_id })
    asking.release()
    await advancing
    expect((await test.get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    expect((await test.pix.told(id)).slice(4)).toEqual(['analysed', 'refund_requested'])
  })

  it('a due time that was taken is not taken again by its job, which enqueues nothing further', async () => {
    const id = await test.created()
    const sent = async () =>
      (
        await test.pix.gateway.db.admin.query<{ data: { user_id: string; id: string; turn_at: string } }>(
          `select data from pgboss.job where name = 'advance-fund-recovery' and data->>'id' = $1 order by created_on`,
          [id],
        )
      ).rows.map(({ data }) => data)
    const heard = () => [...test.pix.test.simulated.answers.values()].reduce((sum, each) => sum + each, 0)
    const [first] = await sent()
    await test.advance(id)
    const [asked, waiting] = [heard(), await sent()]
    expect(waiting).toHaveLength(2)
    await test.pix.run(advanceFundRecovery, first)
    expect([heard(), await sent()]).toEqual([asked, waiting])
    await test.pix.run(advanceFundRecovery, waiting.at(-1))
    expect(heard()).toBeGreaterThan(asked)
  })

  it('the database rejects a failure of a request that DICT has', async () => {
    const { id } = await test.untilAnalysis()
    const fail = `update fund_recovery_requests set status = 'FAILED' where id = $1`
    await expect(test.pix.gateway.db.admin.query(fail, [id])).rejects.toThrow('not_failed_at_dict')
  })
})
