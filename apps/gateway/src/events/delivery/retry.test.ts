import { describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/config/settings.ts'
import { parseRetryDelays, retryDelay } from './retry.ts'
import { deliverySettings } from './settings.ts'

const { WEBHOOK_RETRY_DELAYS_SECONDS } = readSettings(deliverySettings, {})
const delays = parseRetryDelays(WEBHOOK_RETRY_DELAYS_SECONDS)
const HOUR_MS = 3_600_000

describe('the default retries', () => {
  it('are ten attempts over about three days, with increasing waits', () => {
    expect(delays).toHaveLength(9)
    const total = delays.reduce((sum, delay) => sum + delay, 0)
    expect(total).toBeGreaterThan(68 * HOUR_MS)
    expect(total).toBeLessThan(76 * HOUR_MS)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  })
})

describe('the wait after an attempt', () => {
  it('has a jitter of a fifth in both directions', () => {
    expect(retryDelay([1_000], 1, 0)).toBe(800)
    expect(retryDelay([1_000], 1, 0.5)).toBe(1_000)
    expect(retryDelay([1_000], 1, 1)).toBe(1_200)
  })

  it('is absent after the last', () => {
    expect(retryDelay([1_000, 2_000], 2, 0.5)).toBe(2_000)
    expect(retryDelay([1_000, 2_000], 3)).toBeUndefined()
  })
})
