import { describe, expect, it } from 'vitest'
import { durationOf } from './duration.ts'
import { daysOf, periodOf, readFigureSearch } from './search.ts'

describe('the period of the statistics', () => {
  it('ends today in São Paulo, and has the given number of days', () => {
    const lateAtNight = new Date('2026-03-01T02:59:59Z')
    expect(periodOf({ days: '7' }, lateAtNight)).toEqual({ from: '2026-02-22', to: '2026-02-28' })
    expect(periodOf({ days: '7' }, new Date('2026-03-01T03:00:00Z'))).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(daysOf(periodOf({}, lateAtNight))).toHaveLength(30)
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  })

  it.each([
    [{}, {}],
    [{ days: '7' }, { days: '7' }],
    // The default view has one URL only.
    [{ days: '30' }, {}],
    [{ days: '8', kind: '../x' }, {}],
    [
      { from: '2026-01-01', to: '2026-01-31', days: '7' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
    [{ from: '2026-02-01', to: '2026-01-31' }, {}],
    [{ from: '2026-02-01' }, {}],
    [
      { days: '90', kind: 'client' },
      { days: '90', kind: 'client' },
    ],
  ])('is read from the URL: %j is %j', (given, read) => {
    expect(readFigureSearch(given)).toEqual(read)
  })
})

it.each([
  [undefined, '–'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [90_061, '1 d 1 h'],
  [86_400 + 120, '1 d'],
])('%s seconds are %s', (seconds, told) => {
  expect(durationOf(seconds)).toBe(told)
})
