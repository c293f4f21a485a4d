import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysisEndsAt, contestEndsAt, refundEndsAt } from '../src/areas/pix-fund-recovery/deadlines.ts'
import { remindAt, dueAt as reportDueAt } from '../src/areas/pix-infractions/deadlines.ts'
import { heldUntil, monitoredUntil, dueAt as refundDueAt } from '../src/areas/pix-refunds/deadlines.ts'

/**
 * Every MED deadline in São Paulo wall-clock time. Deadlines are counted in hours of 3,600 seconds. A deadline in days falls
 * on the same time of day only while Brazil has no daylight saving time, which ended in 2019. If the law brings it back,
 * this test fails, and a person has to decide what a day is.
 */
const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const shown = (at: Date) => wall.format(at)

const periods = { FUND_RECOVERY_CONTEST_DAYS: 80, FUND_RECOVERY_ANALYSIS_DAYS: 7, FUND_RECOVERY_REFUND_HOURS: 72 }
const inDays: [string, number, (from: Date) => Date][] = [
  ['a report is to be closed', 7, reportDueAt],
  ['the client is reminded', 5, (from) => remindAt(from, { INFRACTION_REMINDER_DAYS: 2 })],
  ['money is held', 11, (from) => heldUntil(from, { REFUND_HOLD_DAYS: 11 })],
  ['an account is watched', 80, monitoredUntil],
  ['a payment can be contested', 80, (from) => contestEndsAt(from, periods)],
  ['other banks analyse', 7, (from) => analysisEndsAt(from, periods)],
  ['refunds are to be asked for', 3, (from) => refundEndsAt(from, periods)],
  [
    'a refund for suspected fraud is to be paid',
    2,
    (from) => refundDueAt({ reason: 'FRAUD', funds_recovery_id: null }, from),
  ],
]

/** The same wall-clock time a number of days later, computed by the calendar alone. */
function later(from: Date, days: number): string {
  const [day, time] = shown(from).split(' ') as [string, string]
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return `${date.toISOString().slice(0, 10)} ${time}`
}

describe.each(inDays)('the deadline of %s', (_, days, deadline) => {
  it.each([
    ['the last second of a day', '2026-11-15T23:59:59-03:00'],
    ['the first second of a day', '2026-11-16T00:00:00-03:00'],
    ['a day that is another in Greenwich', '2026-11-15T21:00:00-03:00'],
    ['the end of a year', '2026-12-31T23:59:59-03:00'],
    ['before a 29th of February', '2028-02-22T23:59:59-03:00'],
    ['carnival', '2027-02-09T00:00:00-03:00'],
  ])('%s', (_name, from) => {
    expect(shown(deadline(new Date(from)))).toBe(later(new Date(from), days))
  })

  it('any second of the next ten years', () => {
    const first = Date.parse('2026-11-15T00:00:00-03:00') / 1_000
    fc.assert(
      fc.property(fc.integer({ min: first, max: first + 10 * 366 * 86_400 }), (second) => {
        const from = new Date(second * 1_000)
        expect(shown(deadline(from))).toBe(later(from, days))
      }),
      { numRuns: 1_000 },
    )
  })
})
