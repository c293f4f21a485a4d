import { describe, expect, it } from 'vitest'
import { idempotency, isOfThis, type ReplaySchema } from './idempotency.ts'

const NOW = Date.parse('2026-11-15T12:00:00.400Z')
const date = 'Sun, 15 Nov 2026 12:00:00 GMT'

it('has a nonce of its own, and its time', () => {
  const [one, other] = [idempotency(), idempotency()]
  expect(one.nonce).toMatch(/^[0-9a-f-]{14}4/)
  expect(one.nonce).not.toBe(other.nonce)
  expect(Math.abs(Date.now() - one.began)).toBeLessThan(1000)
})

describe('a REPLAY belongs to this intention', () => {
  const intention = { nonce: 'n', began: NOW - 10_000 }

  it.each(['nonce', 'x-transaction-uuid&nonce', 'nonce&x-transaction-uuid'] as ReplaySchema[])(
    'for certain where the schema is %s, whatever the clocks',
    (schema) => {
      expect(isOfThis(intention, schema, '2020-01-01T00:00:00.000Z', date, NOW)).toBe(true)
    },
  )

  it.each([undefined, 'x-transaction-uuid'] as const)('under the schema %s if it happened since', (schema) => {
    const of = (at: string) => isOfThis(intention, schema, at, date, NOW)
    expect(of('2026-11-15T11:59:55.000Z')).toBe(true)
    expect(of('2026-11-15T11:59:49.000Z')).toBe(true)
    expect(of('2026-11-15T11:59:48.999Z')).toBe(false)
    expect(of('2026-11-15T11:00:00.000Z')).toBe(false)
  })

  it('by the clock of the gateway, however wrong this one is', () => {
    const ahead = NOW + 3_600_000
    const late = { nonce: 'n', began: ahead - 10_000 }
    expect(isOfThis(late, undefined, '2026-11-15T11:59:55.000Z', date, ahead)).toBe(true)
    expect(isOfThis(late, undefined, '2026-11-15T11:59:30.000Z', date, ahead)).toBe(false)
  })

  it('and not without the time of the first effect', () => {
    expect(isOfThis(intention, undefined, undefined, date, NOW)).toBe(false)
  })
})
