/** What one kind of case did on one day, as it is kept: how long each waited is rounded, so that days can be summed up. */
export interface KindOfDay {
  kind: string
  came: number
  decided: number
  left: number
  /** Ended past a deadline of its own. */
  past_due: number
  /** Decided, by how long it had waited. */
  decided_waits: Waits
  /** Ended without a deadline of its own: which were late, the settings say. */
  open_waits: Waits
}

/** How many, by within how many seconds they were done. */
export type Waits = Record<string, number>

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** How finely a time is kept: to the minute for two hours, to ten for a day, to the hour for thirty days. Hours are whole. */
export const steps = [
  { within: 2 * HOUR, step: MINUTE },
  { within: DAY, step: 10 * MINUTE },
  { within: 30 * DAY, step: HOUR },
  { within: Number.POSITIVE_INFINITY, step: DAY },
]

/** Within how many seconds this share of them was done; absent for none. */
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

/** How many waited longer than that. */
export function longerThan(waits: Waits, hours: number): number {
  return Object.entries(waits).reduce((sum, [seconds, count]) => sum + (Number(seconds) > hours * HOUR ? count : 0), 0)
}
