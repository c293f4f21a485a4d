import { ZONE } from '../i18n/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type Urgency = 'overdue' | 'soon' | 'today' | 'later'

export interface TimeLeft {
  urgency: Urgency
  /** Whole days, hours and minutes to the deadline, or since it. */
  days: number
  hours: number
  minutes: number
}

/** A case with less time left comes before any other. */
const SOON_MS = 4 * HOUR_MS

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' })

/**
 * The time left until a deadline. The difference of two times does not depend on the viewer's time zone. Whether the
 * deadline is today does, and uses São Paulo.
 */
export function timeLeft(deadline: Date, now: Date): TimeLeft {
  const ms = deadline.getTime() - now.getTime()
  const span = Math.abs(ms)
  const isToday = dayIn.format(deadline) === dayIn.format(now)
  return {
    urgency: ms <= 0 ? 'overdue' : ms <= SOON_MS ? 'soon' : isToday ? 'today' : 'later',
    days: Math.floor(span / DAY_MS),
    hours: Math.floor((span % DAY_MS) / HOUR_MS),
    minutes: Math.floor((span % HOUR_MS) / MINUTE_MS),
  }
}

/**
 * The end of São Paulo's day that contains this time. The offset has not changed since 2019, so all days have equal length.
 */
export function endOfDay(now: Date): Date {
  const OFFSET_MS = 3 * HOUR_MS
  return new Date((Math.floor((now.getTime() - OFFSET_MS) / DAY_MS) + 1) * DAY_MS + OFFSET_MS)
}
