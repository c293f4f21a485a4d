import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../platform/db/pool.ts'
import { createRateLeases, createRateLimit, type RateLimit, type TakeLease } from './rate-limit.ts'

const LIMIT = 100

let gateway: TestGateway
let desk: TestDesk
let user: TestUser
/** Statements sent by all processes. */
let leases: number
let processes: RateLimit[]
const pools: ReturnType<typeof openPool>[] = []

beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
})
beforeEach(async () => {
  user = await gateway.user()
  leases = 0
  processes = [1, 2, 3].map(() => {
    const pool = openPool({ connectionString: gateway.services.settings.DATABASE_URL, size: 1, name: 'test-limits' })
    pools.push(pool)
    const take = createRateLeases(pool)
    const counted: TakeLease = (...asked) => {
      leases += 1
      return take(...asked)
    }
    return createRateLimit(counted, LIMIT)
  })
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await desk.close()
  await gateway.close()
})

interface TestRateLimitOutcome {
  isAdmitted: boolean
  headers: Record<string, string>
}

async function send(limit: RateLimit, user_id = user.user_id): Promise<TestRateLimitOutcome> {
  const headers: Record<string, string> = {}
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
  try {
    await limit(reply as unknown as FastifyReply, user_id)
    return { isAdmitted: true, headers }
  } catch (error) {
    expect(error).toMatchObject({ declaration: { status: 429 } })
    return { isAdmitted: false, headers }
  }
}
const admitted = (outcomes: TestRateLimitOutcome[]) => outcomes.filter(({ isAdmitted }) => isAdmitted).length
const nextMinute = () =>
  gateway.db.admin.query(`update request_leases set ends_at = now() where user_id = $1`, [user.user_id])

describe('several processes together', () => {
  it('allow exactly the limit, however unevenly and concurrently requests reach them', async () => {
    const [one, two, three] = processes as [RateLimit, RateLimit, RateLimit]
    const sent = [
      ...Array<RateLimit>(140).fill(one),
      ...Array<RateLimit>(30).fill(two),
      ...Array<RateLimit>(10).fill(three),
    ]
    expect(admitted(await Promise.all(sent.map((limit) => send(limit))))).toBe(LIMIT)
    expect((await send(two)).isAdmitted).toBe(false)
  })

  it('write at most eleven leases and one for each process, and none for rejected requests', async () => {
    for (let n = 0; n < 130; n += 1) await send(processes[n % 3]!)
    expect(leases).toBeLessThanOrEqual(14)
    const before = leases
    for (const limit of processes) expect((await send(limit)).isAdmitted).toBe(false)
    expect(leases).toBe(before)
  })

  it('count each user separately', async () => {
    const other = await gateway.user()
    const [one] = processes as [RateLimit]
    for (let n = 0; n <= LIMIT; n += 1) await send(one)
    expect((await send(one)).isAdmitted).toBe(false)
    expect((await send(one, other.user_id)).isAdmitted).toBe(true)
  })
})

it('a new process sees what the others have used, and the next minute starts again', async () => {
  const [one, two, three] = processes as [RateLimit, RateLimit, RateLimit]
  expect(admitted(await Promise.all(Array.from({ length: 120 }, () => send(one))))).toBe(LIMIT)
  expect((await send(two)).isAdmitted).toBe(false)
  await nextMinute()
  expect((await send(three)).isAdmitted).toBe(true)
})

it('the headers of a single process count down to zero', async () => {
  const [one] = processes as [RateLimit]
  const remaining: string[] = []
  for (let n = 0; n < LIMIT; n += 1) remaining.push((await send(one)).headers['ratelimit']!.split(';')[1]!)
  expect(remaining).toEqual(Array.from({ length: LIMIT }, (_, n) => `r=${LIMIT - 1 - n}`))
  const refused = { isAdmitted: false, headers: { 'ratelimit-policy': `"credential";q=${LIMIT};w=60` } }
  expect(await send(one)).toMatchObject(refused)
})

it('a window opened before the clock was set back does not block a user', async () => {
  const [one, two] = processes as [RateLimit, RateLimit]
  await Promise.all(Array.from({ length: 120 }, () => send(one)))
  await gateway.db.admin.query(`update request_leases set ends_at = now() + interval '5 hours' where user_id = $1`, [
    user.user_id,
  ])
  expect((await send(two)).isAdmitted).toBe(true)
})

it('nothing is rejected while the database is unavailable', async () => {
  const limit = createRateLimit(() => Promise.reject(new Error('away')), 1)
  for (const _ of [1, 2, 3]) expect((await send(limit)).isAdmitted).toBe(true)
})

describe('a limit of one user', () => {
  const set = (requests_per_minute: unknown, role: 'operator' | 'analyst' = 'operator') =>
    desk.ask({
      method: 'POST',
      url: `/v1/users/${user.user_id}/rate-limit`,
      as: desk.person('carla', role),
      body: { requests_per_minute, reason: 'agreed with the customer' },
    })

  it('is set by an operator with a reason, is in the journal, and applies from the next minute', async () => {
    expect(await set(7)).toMatchObject({ status: 200, body: { requests_per_minute: 7 } })
    const { rows } = await gateway.db.admin.query('select changes from audit_log order by sequence desc limit 1')
    expect(rows[0].changes).toEqual({ requests_per_minute: [null, 7] })
    const [one, two] = processes as [RateLimit, RateLimit]
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2 ? one : two)))
    expect(admitted(sent)).toBe(7)
    expect(await set(null)).toMatchObject({ status: 200 })
    await nextMinute()
    expect((await send(processes[2]!)).headers['ratelimit-policy']).toContain(`q=${LIMIT};`)
  })

  it.each([0, -1, 1.5, '7', 1_000_001])('%j is rejected', async (wrong) => {
    expect((await set(wrong)).status).toBe(400)
  })

  it('cannot be set by an analyst', async () => {
    expect((await set(7, 'analyst')).status).toBe(403)
  })
})
