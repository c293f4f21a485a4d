import { describe, expect, it } from 'vitest'
import { readPeriod } from './period.ts'

const read = (created_at_start: string, created_at_end: string) => readPeriod({ created_at_start, created_at_end })

describe('a day is a day in São Paulo', () => {
  it.each([
    ['2026-03-02', '2026-03-02', '2026-03-02T03:00:00.000Z', '2026-03-03T03:00:00.000Z'],
    ['2026-12-31', '2026-12-31', '2026-12-31T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
    ['2024-02-29', '2024-02-29', '2024-02-29T03:00:00.000Z', '2024-03-01T03:00:00.000Z'],
    // The last summer time in Brazil: from 4 November 2018, when the day began at 01:00, to 17 February.
    ['2018-11-03', '2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T03:00:00.000Z'],
    ['2018-11-04', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2019-02-16', '2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T03:00:00.000Z'],
    // The end of the calendar: there is no day after its last one.
    ['0001-01-01', '0001-01-01', '0001-01-01T03:00:00.000Z', '0001-01-02T03:00:00.000Z'],
    ['9999-12-30', '9999-12-30', '9999-12-30T03:00:00.000Z', '9999-12-31T03:00:00.000Z'],
    ['9999-12-31', '9999-12-31', '9999-12-31T03:00:00.000Z', undefined],
  ])('%s to %s', (from, to, start, end) => {
    expect(read(from, to)).toEqual({ start, end })
  })
})

it('a time is itself, whatever its offset', () => {
  expect(read('2026-03-02T00:00:00-03:00', '2026-03-02T12:00:00.5Z')).toEqual({
    start: '2026-03-02T03:00:00.000Z',
    end: '2026-03-02T12:00:00.500Z',
  })
  expect(readPeriod({})).toEqual({ start: undefined, end: undefined })
})

it.each([
  ['2026-03-02', '2026-03-01'],
  ['2026-03-02T03:00:00Z', '2026-03-01'],
  ['2026-03-02', '2026-03-02T02:59:59.999Z'],
  ['2026-03-02T00:00:00.001Z', '2026-03-02T00:00:00Z'],
])('%s to %s is reversed', (from, to) => {
  expect(() => read(from, to)).toThrow('REQUEST_MALFORMED')
})

it('an empty period is valid and contains nothing', () => {
  const at = '2026-03-02T00:00:00.000Z'
  expect(read(at, at)).toEqual({ start: at, end: at })
})
