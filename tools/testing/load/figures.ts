/** Statistics of the measurements. A figure needs a confidence interval on a shared machine. */

export interface Interval {
  median: number
  /** 95 % of the medians of resampled rounds are between these. */
  low: number
  high: number
}

/** In readable form: 0.51 [0.49-0.65]. */
export const shown = ({ median: middle, low, high }: Interval, digits = 2) =>
  `${middle.toFixed(digits)} [${low.toFixed(digits)}-${high.toFixed(digits)}]`

/** A percentile, interpolated between neighbours. */
export function quantile(values: number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}

export const median = (values: number[]): number => quantile(values, 0.5)

const RESAMPLES = 2_000

/** The median and its confidence interval: a bootstrap of the rounds, with the same seed in every run. */
export function interval(values: number[], draw: () => number = seeded(1)): Interval {
  const resampled = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(draw() * values.length)]!)),
  )
  return { median: median(values), low: quantile(resampled, 0.025), high: quantile(resampled, 0.975) }
}

/** The ratio of two arms measured in the same rounds: neighbours are compared, and not averages. */
export function ratioOf(ours: number[], floor: number[]): Interval {
  return interval(ours.map((value, round) => value / floor[round]!))
}

const POOLED_RESAMPLES = 200

/** Percentiles of all rounds together, so that one stalled round is visible; with an interval from resampled rounds. */
export function pooledPercentiles(rounds: number[][], draw: () => number = seeded(1)) {
  const whole = percentiles(rounds.flat())
  const resampled = Array.from({ length: POOLED_RESAMPLES }, () =>
    percentiles(rounds.flatMap(() => rounds[Math.floor(draw() * rounds.length)]!)),
  )
  const of = (name: keyof typeof whole): Interval => {
    const all = resampled.map((each) => each[name])
    return { median: whole[name], low: quantile(all, 0.025), high: quantile(all, 0.975) }
  }
  return { p50: of('p50'), p99: of('p99'), p999: of('p999') }
}

/** The p50, p99 and p99.9 of times in ms. With too few measurements the largest stands for a percentile. */
export function percentiles(times: number[]): { p50: number; p99: number; p999: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffled in each round, so that no arm always follows the same one. */
export function shuffled<T>(values: readonly T[], draw: () => number): T[] {
  const order = values.map((value) => ({ value, at: draw() }))
  return order.toSorted((a, b) => a.at - b.at).map(({ value }) => value)
}
