import { randomUUID } from 'node:crypto'

const COUNTER_MAX = 0xfff
let last = { ms: 0, counter: 0 }

/**
 * UUID version 7: a millisecond clock, a counter within the millisecond, and randomness. Ids made at about the same time are
 * close together in an index, so inserts into a table of 10^9 rows touch few pages. Ids of one transaction sort in the order in
 * which they were made.
 */
export function uuidv7(nowMs = Date.now()): string {
  // Random UUIDs are drawn many at a time by the platform, because each call for sixteen bytes is slow. The last bytes have the
  // same form as ours.
  const random = randomUUID()
  // The counter starts in the lower half of its range, so that it cannot overflow soon.
  const counter =
    nowMs === last.ms
      ? Math.min(last.counter + 1, COUNTER_MAX)
      : Number.parseInt(random.slice(0, 3), 16) & (COUNTER_MAX >> 1)
  last = { ms: nowMs, counter }
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`
}

/** The time in a version 7 id, or undefined for another version. */
export function uuidv7Time(id: string): Date | undefined {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : undefined
}

/** The lowest id: where a scan over all ids begins. */
export const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000'
