import { beforeEach, describe, expect, it } from 'vitest'
import { type Breaker, createBreaker } from './breaker.ts'
import { PartnerAvoided, PartnerDown, PartnerUnusable } from './failure.ts'

let now: number
let asked: number
let breaker: Breaker

beforeEach(() => {
  now = 1_000_000
  asked = 0
  breaker = createBreaker(() => now)
})

const answers = () => breaker.run(async () => void (asked += 1))
async function fails(error: Error = new PartnerDown('TIMED_OUT')): Promise<unknown> {
  const call = async () => {
    asked += 1
    throw error
  }
  return breaker.run(call).catch((caught: unknown) => caught)
}

async function times(count: number, call: () => Promise<unknown>) {
  for (let done = 0; done < count; done += 1) await call()
}

describe('the circuit breaker', () => {
  it('opens at the fifth failure, and then no call is made', async () => {
    await times(5, fails)
    expect(asked).toBe(5)
    expect(await fails()).toBeInstanceOf(PartnerAvoided)
    expect(asked).toBe(5)
  })

  it('reports how long to wait', async () => {
    await times(5, fails)
    now += 1_500
    expect(await fails()).toMatchObject({ code: 'CIRCUIT_OPEN', retryAfterMs: 3_500 })
  })

  it('stays closed while more than half of the calls succeed', async () => {
    await times(21, answers)
    await times(20, fails)
    await answers()
    expect(asked).toBe(42)
  })

  it('forgets failures of an earlier window', async () => {
    await times(4, fails)
    now += 10_001
    await times(4, fails)
    await answers()
    expect(asked).toBe(9)
  })

  it('does not count an invalid response', async () => {
    await times(50, () => fails(new PartnerUnusable('ANOTHER_BILLET')))
    expect(asked).toBe(50)
  })

  it('allows one call after the pause, and closes when it succeeds', async () => {
    await times(5, fails)
    now += 5_000
    let done = () => {}
    const probe = breaker.run(() => new Promise<void>((resolve) => (done = resolve)))
    expect(await fails()).toBeInstanceOf(PartnerAvoided)
    done()
    await probe
    await answers()
    expect(asked).toBe(6)
  })

  it('opens again when the probe call fails', async () => {
    await times(5, fails)
    now += 5_000
    await fails()
    expect(asked).toBe(6)
    expect(await fails()).toMatchObject({ code: 'CIRCUIT_OPEN', retryAfterMs: 5_000 })
    now += 5_000
    await answers()
    await times(4, fails)
    expect(asked).toBe(11)
  })

  it('closes when the probe call receives an invalid response: the registry is reachable', async () => {
    await times(5, fails)
    now += 5_000
    await fails(new PartnerUnusable('ANOTHER_DAY'))
    await answers()
    expect(asked).toBe(7)
  })
})
