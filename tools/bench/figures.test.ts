import { interval, median, percentiles, quantile, ratioOf, seeded, shuffled } from '@eclusa/testing/load/figures.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

const rounds = (count: number, of: (draw: number) => number, seed = 7) => {
  const draw = seeded(seed)
  return Array.from({ length: count }, () => of(draw()))
}

it('quantiles lie between their neighbours', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(quantile([0, 10], 0.25)).toBe(2.5)
  expect(quantile([], 0.5)).toBeNaN()
})

it('percentiles are times that were measured, and the worst is never left out', () => {
  const times = Array.from({ length: 1_000 }, (_, n) => n + 1)
  expect(percentiles(times)).toEqual({ p50: 500, p99: 990, p999: 999 })
  expect(percentiles([1, 2, 900])).toEqual({ p50: 2, p99: 900, p999: 900 })
})

it('an interval holds its median, and is a point where all rounds agree', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 20 }),
      (values) => {
        const { low, median: middle, high } = interval(values)
        expect(low).toBeLessThanOrEqual(middle)
        expect(high).toBeGreaterThanOrEqual(middle)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values))
      },
    ),
    { numRuns: 20 },
  )
  expect(interval([2, 2, 2])).toEqual({ median: 2, low: 2, high: 2 })
})

it('about 95 of a hundred intervals hold what was really there', () => {
  const held = Array.from({ length: 40 }, (_, run) => {
    const { low, high } = interval(
      rounds(15, (draw) => 1 + draw, run + 1),
      seeded(run + 1_000),
    )
    return low <= 1.5 && high >= 1.5
  }).filter(Boolean).length
  expect(held).toBeGreaterThanOrEqual(34)
})

it('a ratio is of neighbours: a machine that slows both down changes nothing', () => {
  const slowness = rounds(12, (draw) => 1 + 4 * draw)
  const floor = slowness.map((slow) => 1_000 / slow)
  const ours = slowness.map((slow) => 500 / slow)
  const { median: middle, low, high } = ratioOf(ours, floor)
  for (const value of [middle, low, high]) expect(value).toBeCloseTo(0.5, 10)
})

it('orders differ from round to round, and each has everyone once', () => {
  const draw = seeded(3)
  const orders = Array.from({ length: 20 }, () => shuffled(['a', 'b', 'c'], draw))
  for (const order of orders) expect(order.toSorted()).toEqual(['a', 'b', 'c'])
  expect(new Set(orders.map(String)).size).toBeGreaterThan(3)
})
