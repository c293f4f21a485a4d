import { expect, it } from 'vitest'
import { dayInSaoPaulo } from './clock.ts'

it.each([
  ['2026-10-01T02:59:59.999Z', '2026-09-30'],
  ['2026-10-01T03:00:00.000Z', '2026-10-01'],
  ['2027-01-01T02:59:59.999Z', '2026-12-31'],
  ['2028-02-29T12:00:00.000Z', '2028-02-29'],
  // In the last summer time of Brazil: São Paulo was two hours behind UTC, and not three.
  ['2019-01-01T02:00:00.000Z', '2019-01-01'],
])('%s is %s in São Paulo', (instant, day) => expect(dayInSaoPaulo(new Date(instant))).toBe(day))
