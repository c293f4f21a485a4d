import { describe, expect, it } from 'vitest'
import { AHEAD_DAYS_MAX, dateOf, dayOf, dueDate, dueDay, PAST_DAYS_MAX } from './due-date.ts'

const BASE_DAY = dayOf('1997-10-07')

describe('due date', () => {
  it.each([
    ['2000-07-03', 1000, '2000-07-03'],
    ['2025-02-21', 9999, '2025-02-21'],
    ['2025-02-21', 1000, '2025-02-22'],
    ['2025-02-22', 1000, '2025-02-22'],
    ['2026-10-01', 1598, '2026-10-13'],
    ['2026-10-01', 9999, '2025-02-21'],
    ['2049-10-13', 9999, '2049-10-13'],
    ['2049-10-13', 1000, '2049-10-14'],
  ])('on %s the factor %i means %s', (today, factor, expected) => {
    expect(dueDate(factor, today)).toBe(expected)
  })

  it.each([
    ['3001 days past', 7585, null],
    ['3000 days past', 7586, '2018-07-15'],
    ['5500 days ahead', 7086, '2041-10-22'],
    ['5501 days ahead', 7087, null],
  ])('%s is the end of the window: %i means %s', (_distance, factor, expected) => {
    expect(dueDate(factor, '2026-10-01')).toBe(expected)
  })

  it('is one day of the window or none, for every factor on every day of six years', () => {
    const odd: string[] = []
    for (let today = dayOf('2025-01-01'); today <= dayOf('2030-12-31'); today += 1) {
      const days = windowByFactor(today)
      // There are as many factors as days, so no factor has two days. The other 499 of the 9000 have no day in the
      // window.
      if (days.size !== PAST_DAYS_MAX + 1 + AHEAD_DAYS_MAX) odd.push(`a factor means two days on ${dateOf(today)}`)
      for (let factor = 1000; factor <= 9999; factor += 1) {
        if (dueDay(factor, today) !== (days.get(factor) ?? null)) odd.push(`${factor} on ${dateOf(today)}`)
      }
    }
    expect(odd).toEqual([])
  })

  it.each(['2026-02-30', '2026-1-5', '2026-10-01T12:00:00Z', '', 'today'])(
    'throws for %j, which is no day',
    (today) => {
      expect(() => dueDate(1598, today)).toThrow(RangeError)
    },
  )
})

/** The inverse of the decoder: for each payable day, the factor that an issuer prints. */
function windowByFactor(today: number): Map<number, number> {
  const days = new Map<number, number>()
  for (let day = today - PAST_DAYS_MAX; day <= today + AHEAD_DAYS_MAX; day += 1) days.set(factorOf(day), day)
  return days
}

function factorOf(day: number): number {
  return 1000 + ((day - BASE_DAY - 1000) % 9000)
}
