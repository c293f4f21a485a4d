import { describe, expect, it } from 'vitest'
import { dueAt, monitoredUntil } from './deadlines.ts'

/** The wall-clock time in America/Sao_Paulo, where every day has had 24 hours since 2019. */
const there = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  )

describe('a refund is to be paid or rejected', () => {
  it.each([
    ['FRAUD', 'f', '2026-11-01 05:59:59'],
    ['OPERATIONAL_FLAW', 'f', '2026-11-01 05:59:59'],
    ['OPERATIONAL_FLAW', null, '2026-11-01 23:59:59'],
    ['PIX_AUTOMATICO', null, '2026-11-01 23:59:59'],
    ['FRAUD', null, '2026-11-02 23:59:59'],
    // A reason that BACEN may add gets the shortest period.
    ['SOMETHING_NEW', null, '2026-11-01 05:59:59'],
  ])('%s of the recovery %s, requested a second before midnight: until %s', (reason, funds_recovery_id, expected) => {
    const asked = new Date('2026-11-01T02:59:59.000Z')
    expect(there(asked)).toBe('2026-10-31 23:59:59')
    expect(there(dueAt({ reason: reason as 'FRAUD', funds_recovery_id }, asked))).toBe(expected)
  })

  it('and its account is monitored for eighty days', () => {
    expect(there(monitoredUntil(new Date('2026-11-01T02:59:59.000Z')))).toBe('2027-01-19 23:59:59')
  })
})
