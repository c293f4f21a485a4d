/** The statistics of one kind of case on one day. Waiting times are rounded, so that days can be added up. */
export interface KindOfDay {
  kind: string
  came: number
  decided: number
  left: number
  /** Closed after a deadline of its own. */
  past_due: number
  /** Decided, by waiting time. */
  decided_waits: Waits
  /** Closed without a deadline of its own. The settings determine which were late. */
  open_waits: Waits
}

/** Histogram: how many were done within how many seconds. */
export type Waits = Record<string, number>

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/**
 * Resolution of the histogram: a minute up to two hours, ten minutes up to a day, an hour up to thirty days. Up to there every
 * whole hour is a bound, so that `longerThan` is exact.
 */
export const steps = [
  { within: 2 * HOUR, step: MINUTE },
  { within: DAY, step: 10 * MINUTE },
  { within: 30 * DAY, step: HOUR },
  { within: Number.POSITIVE_INFINITY, step: DAY },
]

/** Percentile: the seconds within which this share was done. Absent without cases. */
export function shareWithin(all: Waits[], share: number): number | undefined {
  const counts = new Map<number, number>()
  for (const waits of all)
    for (const [seconds, count] of Object.entries(waits))
      counts.set(Number(seconds), (counts.get(Number(seconds)) ?? 0) + count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let reached = 0
  for (const [seconds, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    reached += count
    if (reached >= share * total) return seconds
  }
  return undefined
}

/** How many waited longer. */
export function longerThan(waits: Waits, hours: number): number {
  return Object.entries(waits).reduce((sum, [seconds, count]) => sum + (Number(seconds) > hours * HOUR ? count : 0), 0)
}
