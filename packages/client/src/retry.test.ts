import { describe, expect, it } from 'vitest'
import { backOffMs, isPassing, persist, type RetryStep, retryAfterMs } from './retry.ts'

const patience = { tries: 3, totalMs: 5_000, answerMs: 1_000 }
const failed = (text: string, afterMs?: number): RetryStep<never> => ({ failed: new Error(text), afterMs })

describe('tries', () => {
  const outcomes = (...all: RetryStep<string>[]) => {
    let at = 0
    return { attempt: async () => all[at++]!, count: () => at }
  }

  it('until there is a result', async () => {
    const { attempt, count } = outcomes(failed('one'), { result: 'done' }, failed('never'))
    expect(await persist(patience, undefined, attempt)).toBe('done')
    expect(count()).toBe(2)
  })

  it('up to the limit, and throws the last failure', async () => {
    const { attempt, count } = outcomes(failed('one'), failed('two'), failed('three'), { result: 'too late' })
    await expect(persist(patience, undefined, attempt)).rejects.toThrow('three')
    expect(count()).toBe(3)
  })

  it('but not when the pause would exceed the time limit', async () => {
    const { attempt, count } = outcomes(failed('busy', 60_000), { result: 'too late' })
    const started = Date.now()
    await expect(persist(patience, undefined, attempt)).rejects.toThrow('busy')
    expect(count()).toBe(1)
    expect(Date.now() - started).toBeLessThan(1_000)
  })

  it('not before the requested pause', async () => {
    const { attempt } = outcomes(failed('busy', 700), { result: 'done' })
    const started = Date.now()
    await persist(patience, undefined, attempt)
    expect(Date.now() - started).toBeGreaterThanOrEqual(690)
  })

  it('no longer after an abort, also during a pause', async () => {
    const { attempt, count } = outcomes(failed('busy', 3_000), { result: 'too late' })
    const started = Date.now()
    const signal = AbortSignal.timeout(50)
    await expect(persist(patience, signal, attempt)).rejects.toThrow(/timeout/i)
    expect(count()).toBe(1)
    expect(Date.now() - started).toBeLessThan(1_500)
    await expect(persist(patience, signal, attempt)).rejects.toThrow(/timeout/i)
    expect(count()).toBe(1)
  })

  it('with a timeout for each', async () => {
    const hangs = (signal: AbortSignal) =>
      new Promise<RetryStep<string>>((resolve) => signal.addEventListener('abort', () => resolve(failed('silent'))))
    const started = Date.now()
    await expect(persist({ tries: 1, totalMs: 5_000, answerMs: 50 }, undefined, hangs)).rejects.toThrow('silent')
    expect(Date.now() - started).toBeLessThan(1_500)
  })
})

it('with exponential backoff, a maximum, and jitter', () => {
  expect([1, 2, 3, 10].map((count) => backOffMs(count, 1))).toEqual([200, 400, 800, 8_000])
  expect([1, 2, 3, 10].map((count) => backOffMs(count, 0))).toEqual([100, 200, 400, 4_000])
})

it('reads Retry-After in seconds and as a date', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(retryAfterMs('2', now)).toBe(2_000)
  expect(retryAfterMs('Sun, 15 Nov 2026 12:00:30 GMT', now)).toBe(30_000)
  expect(retryAfterMs('Sun, 15 Nov 2026 11:00:00 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeUndefined()
  expect(retryAfterMs(null, now)).toBeUndefined()
})

it('counts only temporary failures as such', () => {
  const statuses = [200, 400, 401, 403, 404, 408, 409, 412, 422, 425, 429, 500, 501, 502, 503, 504]
  expect(statuses.filter(isPassing)).toEqual([408, 429, 502, 503, 504])
})
