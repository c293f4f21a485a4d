/**
 * Resolves a due-date factor to a day. The factor counts days since 1997-10-07 in four digits, so after 9999
 * (2025-02-21) it restarted at 1000, and every factor now means one day in each cycle of 9000. Banks pay only slips
 * that are due within a window around today. The window is shorter than a cycle, so at most one of those days is
 * possible.
 */

export const PAST_DAYS_MAX = 3000
export const AHEAD_DAYS_MAX = 5500

const DAY_MS = 86_400_000
const CYCLE_DAYS = 9000
const BASE_DAY = Date.UTC(1997, 9, 7) / DAY_MS

/**
 * Returns null when the factor means no payable day. The digits do not show whether it is too far in the past or in
 * the future.
 */
export function dueDate(factor: number, today: string): string | null {
  const day = dueDay(factor, dayOf(today))
  return day === null ? null : dateOf(day)
}

/** The same calculation in day numbers, counted from 1970-01-01. */
export function dueDay(factor: number, today: number): number | null {
  const firstCycle = BASE_DAY + factor
  const daysToWindow = today - PAST_DAYS_MAX - firstCycle
  const cycles = Math.max(0, Math.ceil(daysToWindow / CYCLE_DAYS))
  const day = firstCycle + cycles * CYCLE_DAYS
  return day <= today + AHEAD_DAYS_MAX ? day : null
}

/** Throws on anything but a real calendar day: a wrong "today" would silently shift due dates by years. */
export function dayOf(date: string): number {
  const day = Date.parse(date) / DAY_MS
  if (!Number.isInteger(day) || dateOf(day) !== date) throw new RangeError(`Not a YYYY-MM-DD date: ${date}`)
  return day
}

/** Formats by hand: `toISOString` takes three times as long, and each decode of a bank slip calls this twice. */
export function dateOf(day: number): string {
  const date = new Date(day * DAY_MS)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
