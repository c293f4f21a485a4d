import { sampleDeposit } from '@eclusa/simulators/sample-transactions.ts'
import { FIRST, OTHER, pay } from '@eclusa/testing/dict.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollNotifications } from './poll-notifications.job.ts'

let pix: TestPix
let user: TestUser

beforeAll(async () => {
  pix = await createTestPix()
})
beforeEach(async () => {
  user = await pix.gateway.user()
  // Process everything that the previous test left, until a round needs only one page.
  for (let asked = 0; asked !== 1; ) {
    const before = lists()
    clock().advance(60_000)
    await poll()
    asked = lists() - before
  }
}, 600_000)
afterAll(() => pix.close())

const poll = () => pix.run(pollNotifications)
const kept = async () =>
  (
    await pix.gateway.db.admin.query('select * from infraction_notifications where user_id = $1 order by id', [
      user.user_id,
    ])
  ).rows
const unclaimed = async () => (await pix.gateway.db.admin.query('select * from unmatched_infraction_reports')).rows
const reportOf = (id: string) => pix.test.simulated.world.reports.get(id)!
const lists = () =>
  [...pix.test.simulated.answers].reduce(
    (sum, [what, n]) => (what.startsWith('listInfractionReports') ? sum + n : sum),
    0,
  )
const clock = () => pix.test.simulated.world.clock

describe('a report about a payment our user received', () => {
  it('is stored with its owner, acknowledged, and emitted once, however often it is listed', async () => {
    const payment = await pix.received(user, { amount: 420_00 })
    const id = pix.report(payment)
    pix.test.simulated.faults.add({ kind: 'duplicate', operation: 'listInfractionReports' })
    for (let round = 0; round < 3; round += 1) {
      await poll()
      clock().advance(20_000)
    }
    expect(await kept()).toMatchObject([
      {
        id,
        user_id: user.user_id,
        wallet_id: user.wallet_id,
        end_to_end_id: payment.id,
        amount: '42000',
        status: 'ACKNOWLEDGED',
        blocked_amount_status: 'BLOCKED',
        counterparty_name: 'Ana Modelo',
      },
    ])
    expect(reportOf(id).status).toBe('ACKNOWLEDGED')
    expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
  })

  it('is withdrawn: the amount is released, also after the answer was given', async () => {
    const payment = await pix.received(user)
    const id = pix.report(payment)
    await poll()
    clock().advance(20_000)
    const { world } = pix.test.simulated
    world.reports.save({ ...reportOf(id), status: 'CANCELLED', last_modified: clock().now().toISOString() })
    await poll()
    expect(await kept()).toMatchObject([{ status: 'CANCELLED', blocked_amount_status: 'RELEASED', remind_at: null }])
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'cancelled'])
  })
})

describe('reports that DICT no longer finds', () => {
  /** Reports that are stored and not acknowledged, for which DICT then answers NotFound. */
  async function lose(count: number): Promise<string[]> {
    const payment = await pix.received(user)
    const ids = Array.from({ length: count }, () => pix.report(payment))
    pix.test.simulated.faults.add({ kind: 'unavailable', operation: 'acknowledgeInfractionReport', times: count })
    await poll()
    const { world } = pix.test.simulated
    for (const id of ids) world.reports.save({ ...reportOf(id), counterparty_participant: OTHER })
    pix.test.simulated.faults.clear()
    return ids
  }

  it('do not block others: after a batch of them, a later report is still acknowledged', async () => {
    const lost = await lose(8)
    clock().advance(60_000)
    const id = pix.report(await pix.received(user))
    await poll()
    expect(reportOf(id).status).toBe('ACKNOWLEDGED')
    expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
    expect((await kept()).filter((row) => lost.includes(row.id)).map(({ status }) => status)).toEqual(
      lost.map(() => 'OPEN'),
    )
  })

  it('are postponed for some minutes, and not queried in every round', async () => {
    await lose(1)
    clock().advance(60_000)
    const asked = () => pix.test.simulated.answers.get('acknowledgeInfractionReport 404') ?? 0
    await poll()
    const before = asked()
    await poll()
    expect(asked()).toBe(before)
    clock().advance(5 * 60_000)
    await poll()
    expect(asked()).toBeGreaterThan(before)
  })
})

describe('a report about a payment that no ledger has reported', () => {
  it('is stored for the operator, acknowledged, and assigned to its owner once the ledger reports the payment', async () => {
    const payment = pay(pix.test.simulated, { from: FIRST, to: '11111111' })
    const id = pix.report(payment)
    await poll()
    expect(await kept()).toEqual([])
    expect(await unclaimed()).toMatchObject([{ id, end_to_end_id: payment.id, status: 'ACKNOWLEDGED' }])
    expect(reportOf(id).status).toBe('ACKNOWLEDGED')

    const record = sampleDeposit(user, new Date(payment.settlement_time), { end_to_end_id: payment.id })
    await pix.gateway.ingest([record], 'test', clock().now())
    await poll()
    expect(await unclaimed()).toEqual([])
    expect(await kept()).toMatchObject([{ id, user_id: user.user_id, status: 'ACKNOWLEDGED' }])
    expect(await pix.told(id)).toEqual(['received'])
  })
})

describe('the position in the list', () => {
  it('misses nothing that is listed late, with equal timestamps, over several pages and restarts', async () => {
    const { world, answers } = pix.test.simulated
    world.settings.list_lag_ms = 5_000
    clock().freeze()
    const payment = await pix.received(user)
    const ids = new Set<string>()
    // More reports in each instant than fit in two pages.
    const total = Number(process.env['POLL_REPORTS'] ?? 900)
    for (let made = 0; made < total; made += 450) {
      for (let n = 0; n < 450; n += 1) ids.add(pix.report(payment))
      clock().advance(made % 900 === 0 ? 1 : 4_000)
      if (made % 900 === 0) await poll()
    }
    const [listsBefore, began] = [lists(), clock().now().getTime()]
    const waiting = async () => (await kept()).filter(({ status }) => status === 'ACKNOWLEDGED').length < ids.size
    for (let n = 0; n < 100 && (await waiting()); n += 1) {
      clock().advance(60_000)
      await poll()
    }
    const minutes = (clock().now().getTime() - began) / 60_000
    clock().advance(60_000)
    await poll()
    clock().resume()
    world.settings.list_lag_ms = 0
    expect(lists() - listsBefore).toBeLessThanOrEqual(40 * (minutes + 2))
    if (total > 900)
      process.stderr.write(`${ids.size} reports: ${lists()} lists in ${minutes} minutes of DICT's clock\n`)
    const rows = await kept()
    expect(new Set(rows.map(({ id }) => id))).toEqual(ids)
    expect(rows.filter(({ status }) => status !== 'ACKNOWLEDGED')).toEqual([])
    const { rows: told } = await pix.gateway.db.admin.query(
      `select type, count(*)::int, count(distinct object_id)::int as objects from events
       where type like 'pix.%' and user_id = $1 group by type order by type`,
      [user.user_id],
    )
    expect(told).toEqual([
      { type: 'pix.infraction_notification.acknowledged', count: ids.size, objects: ids.size },
      { type: 'pix.infraction_notification.received', count: ids.size, objects: ids.size },
    ])
    expect([...answers.keys()].filter((what) => what.includes('429'))).toEqual([])
  }, 1_200_000)

  it('is left for the next round when DICT takes no acknowledgement of an instant of several pages', async () => {
    const { faults } = pix.test.simulated
    clock().freeze()
    const payment = await pix.received(user)
    for (let n = 0; n < 450; n += 1) pix.report(payment)
    faults.add({ kind: 'unavailable', operation: 'acknowledgeInfractionReport', times: 200 })
    clock().advance(60_000)
    const before = lists()
    await poll()
    expect(lists() - before).toBeLessThan(5)
    expect((await kept()).filter(({ status }) => status !== 'OPEN')).toEqual([])
    faults.clear()
    clock().resume()
  })

  it('is never ahead of the lag of the list: what is older may be listed after what is younger', async () => {
    const payment = await pix.received(user)
    const younger = pix.report(payment)
    await poll()
    // The time comes from the report and not from the clock, which continues on a busy machine: this report must be
    // the older one.
    const at = new Date(Date.parse(reportOf(younger).last_modified) - 5_000).toISOString()
    const older = pix.report(payment, 'listado tarde', { creation_time: at, last_modified: at })
    await poll()
    expect(new Set((await kept()).map(({ id }) => id))).toEqual(new Set([younger, older]))
  })

  it('does not pass a report that was not stored: after a crash it is read again', async () => {
    const payment = await pix.received(user)
    // The list is read again from the time of the last report, and from as long ago as the list may be delayed.
    const first = pix.report(payment)
    clock().advance(1_000)
    const last = pix.report(payment)
    clock().advance(60_000)
    const broken = { ...pix.worker, pool: { connect: () => Promise.reject(new Error('killed')) } as never }
    await expect(pollNotifications.run(broken, {}, 'killed')).rejects.toThrow('unavailable')
    expect(await kept()).toEqual([])
    await poll()
    for (const id of [first, last]) expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
  })

  it('is correct whatever step a worker is killed at: nothing lost, no event twice', async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 24)
    for (let round = 0; round < rounds; round += 1) {
      const payment = await pix.received(user)
      const id = pix.report(payment)
      await pix.killing(Math.floor(round / 2) % 14, round % 2 === 0)(pollNotifications, {})
      clock().advance(20_000)
      await poll()
      expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
      expect(reportOf(id).status).toBe('ACKNOWLEDGED')
    }
  }, 600_000)

  it.each(['bad_signature', 'foreign_signature', 'reset', 'error_500'] as const)(
    'stays where it is when the list is answered with %s',
    async (kind) => {
      const payment = await pix.received(user)
      const id = pix.report(payment)
      pix.test.simulated.faults.add({ kind, operation: 'listInfractionReports' })
      await poll()
      expect(await kept()).toEqual([])
      await poll()
      expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
    },
  )

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'unavailable'] as const)(
    'and an acknowledgement answered with %s is told once',
    async (kind) => {
      const payment = await pix.received(user)
      const id = pix.report(payment)
      pix.test.simulated.faults.add({ kind, operation: 'acknowledgeInfractionReport' })
      await poll()
      await poll()
      expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
      expect(reportOf(id).status).toBe('ACKNOWLEDGED')
    },
  )
})
