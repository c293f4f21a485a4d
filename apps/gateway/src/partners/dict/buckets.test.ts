import { rates } from '@eclusa/simulators/dict/buckets.ts'
import { createTestDict, OTHER, OURS, type TestDict } from '@eclusa/testing/dict.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countBuckets, type Policy, policies } from './buckets.ts'
import { listEventNotifications } from './event-notifications.ts'
import { listInfractionReports } from './infraction-reports.ts'

function setUp(share?: number) {
  let nowMs = Date.parse('2026-02-02T00:00:00.000Z')
  const clock = { now: () => new Date(nowMs) }
  const buckets = countBuckets({ clock, ...(share && { share }) })
  const takeAll = (policy: Policy) => {
    let taken = 0
    while (buckets.take(policy) === 0) taken += 1
    return taken
  }
  return { buckets, takeAll, pass: (ms: number) => void (nowMs += ms) }
}

describe('the token buckets', () => {
  it("have DICT's limits", () => {
    const ours = Object.entries(policies).map(([name, { refillPerMinute, capacity }]) => [
      name,
      [refillPerMinute, capacity],
    ])
    expect(Object.fromEntries(ours)).toEqual(rates)
  })

  it("start with one minute's tokens, not with a full bucket", () => {
    expect(setUp().takeAll('EVENT_LIST')).toBe(40)
  })

  it('report when the next token is available, exact to the millisecond', () => {
    const { buckets, takeAll, pass } = setUp()
    takeAll('EVENT_LIST')
    expect(buckets.take('EVENT_LIST')).toBe(1_500)
    pass(1_499)
    expect(buckets.take('EVENT_LIST')).toBe(1)
    pass(1)
    expect(buckets.take('EVENT_LIST')).toBe(0)
  })

  it('never exceed the capacity', () => {
    const { takeAll, pass } = setUp()
    pass(24 * 3_600_000)
    expect(takeAll('EVENT_LIST')).toBe(200)
  })

  it('are divided among processes', () => {
    const { takeAll, pass } = setUp(0.25)
    expect(takeAll('EVENT_LIST')).toBe(10)
    pass(24 * 3_600_000)
    expect(takeAll('EVENT_LIST')).toBe(50)
  })

  it('accept a lower level from DICT, and not a higher one', () => {
    const { buckets, takeAll } = setUp()
    buckets.learn('EVENT_LIST', { ...policies.EVENT_LIST, available: 3 })
    expect(takeAll('EVENT_LIST')).toBe(3)
    buckets.learn('EVENT_LIST', { ...policies.EVENT_LIST, available: 200 })
    expect(takeAll('EVENT_LIST')).toBe(0)
    buckets.drain('POLICIES_LIST')
    expect(takeAll('POLICIES_LIST')).toBe(0)
  })

  it('use the rate that DICT states, slower or faster, without adding tokens', () => {
    const { buckets, takeAll, pass } = setUp(0.5)
    expect(buckets.learn('EVENT_LIST', { available: 200, refillPerMinute: 6, capacity: 20 })).toBe(true)
    // Collected tokens stay, up to the new capacity.
    expect(takeAll('EVENT_LIST')).toBe(10)
    pass(60_000)
    expect(takeAll('EVENT_LIST')).toBe(3)
    pass(3_600_000)
    expect(takeAll('EVENT_LIST')).toBe(10)
    expect(buckets.learn('EVENT_LIST', { available: 0, refillPerMinute: 6, capacity: 20 })).toBe(false)
    expect(buckets.learn('EVENT_LIST', { available: 0, refillPerMinute: 120, capacity: 600 })).toBe(true)
    expect(takeAll('EVENT_LIST')).toBe(0)
    pass(60_000)
    expect(takeAll('EVENT_LIST')).toBe(60)
  })

  it('ignore a rate of zero: DICT would never be called again', () => {
    const { buckets, takeAll, pass } = setUp()
    expect(buckets.learn('EVENT_LIST', { available: 0, refillPerMinute: 0, capacity: 0 })).toBe(false)
    pass(60_000)
    expect(takeAll('EVENT_LIST')).toBe(40)
  })

  it('never allow more in any period than DICT would', () => {
    // A pause of an hour fills the bucket, and 400 requests at once empty it.
    const waitMs = fc.oneof(fc.nat(90_000), fc.nat(3_600_000))
    const steps = fc.array(fc.record({ waitMs, want: fc.oneof(fc.nat(60), fc.nat(400)) }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (plan) => {
        const { buckets, pass } = setUp()
        // DICT's own bucket, full at the start, counted separately.
        let theirs = policies.EVENT_LIST.capacity as number
        for (const { waitMs, want } of plan) {
          pass(waitMs)
          theirs = Math.min(200, theirs + (waitMs / 60_000) * 40)
          for (let each = 0; each < want; each += 1) if (buckets.take('EVENT_LIST') === 0) theirs -= 1
          expect(theirs).toBeGreaterThan(-1e-6)
        }
      }),
    )
  })
})

describe('against DICT', () => {
  let dict: TestDict
  beforeAll(async () => {
    dict = await createTestDict()
  })
  afterAll(() => dict.close())

  it('stop before DICT does: no 429 ever occurs', async () => {
    const client = dict.as(OURS)
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => listInfractionReports(client, {})))
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(10)
    const stopped = outcomes.filter(({ outcome }) => outcome === 'not_done')
    expect(stopped).toHaveLength(50)
    expect(stopped[0]).toMatchObject({ reason: 'OUR_BUCKET_EMPTY', retryAfterMs: expect.any(Number) })
    expect(dict.simulated.answers.get('listInfractionReports 429')).toBeUndefined()
    // Queries for one role use another bucket, four times as large.
    const inRole = await Promise.all(
      Array.from({ length: 40 }, () => listInfractionReports(client, { role: 'counterparty' })),
    )
    expect(inRole.filter(({ outcome }) => outcome === 'done')).toHaveLength(40)
  })

  it('obey a 429 too: nothing more is sent until tokens are available', async () => {
    const client = dict.as(OTHER)
    dict.simulated.buckets.set(OTHER, 'EVENT_LIST', 0)
    expect(await listEventNotifications(client)).toMatchObject({ outcome: 'not_done', reason: 'RATE_LIMITED' })
    for (let each = 0; each < 5; each += 1) {
      expect(await listEventNotifications(client)).toMatchObject({ reason: 'OUR_BUCKET_EMPTY' })
    }
    expect(dict.simulated.answers.get('listEventNotifications 429')).toBe(1)
  })

  it('a server error costs DICT no token and us one: our level is never too high', async () => {
    const client = dict.as(OURS)
    dict.simulated.world.clock.freeze()
    const before = dict.simulated.buckets.available(OURS, 'EVENT_LIST')
    dict.simulated.faults.add({ kind: 'error_500' })
    await listEventNotifications(client)
    expect(dict.simulated.buckets.available(OURS, 'EVENT_LIST')).toBe(before)
    await listEventNotifications(client)
    expect(dict.simulated.buckets.available(OURS, 'EVENT_LIST')).toBe(before - 1)
    dict.simulated.world.clock.resume()
  })
})
