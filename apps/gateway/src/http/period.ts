import sql, { empty, type Sql } from 'sql-template-tag'
import Type from 'typebox'
import { dayInSaoPaulo } from '../platform/clock.ts'
import { both } from '../platform/language.ts'
import { requestMalformed } from './faults.ts'
import { DateOnly, moment } from './schema.ts'

/** The creation period, a filter of every list. */
export const periodFilters = {
  created_at_start: Type.Optional(
    Type.Union([moment('From this moment on.'), DateOnly], {
      description: 'A date-time: from that moment on. Or a date: from the beginning of that day in America/Sao_Paulo.',
    }),
  ),
  created_at_end: Type.Optional(
    Type.Union([moment('Before this moment.'), DateOnly], {
      description: 'A date-time: before that moment. Or a date: until the end of that day in America/Sao_Paulo.',
    }),
  ),
}

interface AskedPeriod {
  created_at_start?: string
  created_at_end?: string
}

/** The bounds of a period: from `start` on, before `end`. */
interface Period {
  start: string | undefined
  end: string | undefined
}

export function readPeriod({ created_at_start: from, created_at_end: to }: AskedPeriod, pointer?: string): Period {
  const start = from && (isDay(from) ? beginningOf(from) : new Date(from)).toISOString()
  const end = to && endingOf(to)?.toISOString()
  // A day that ends where the period begins is the previous day.
  if (start && end && (start > end || (start === end && to && isDay(to))))
    throw requestMalformed({ errors: [pointer === undefined ? reversed : { ...reversed, ...later, pointer }] })
  return { start, end }
}

export function within({ start, end }: Period): Sql {
  return sql`${start ? sql`and created_at >= ${start}` : empty} ${end ? sql`and created_at < ${end}` : empty}`
}

/** The end of the day that contains a time. */
export const endOfDay = (now: Date) => beginningOf(dayAfter(dayInSaoPaulo(now)))

/** From the start to the end of a day. */
export const periodOfDay = (day: string) => ({ start: beginningOf(day), end: beginningOf(dayAfter(day)) })

const isDay = (text: string) => !text.includes('T')

/** Years have four digits, so a period up to the last possible day has no end. */
function endingOf(to: string): Date | undefined {
  if (!isDay(to)) return new Date(to)
  return to === '9999-12-31' ? undefined : beginningOf(dayAfter(to))
}

/** The day begins at 03:00 UTC, and began at 02:00 during Brazilian summer time. */
export function beginningOf(day: string): Date {
  const inSummer = new Date(`${day}T02:00:00Z`)
  return dayInSaoPaulo(inSummer) === day ? inSummer : new Date(`${day}T03:00:00Z`)
}

export function dayAfter(day: string): string {
  const midnight = new Date(`${day}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + 1)
  return midnight.toISOString().slice(0, 10)
}

const later = { detail: both('deve vir depois do primeiro dia', 'must come after the first day') }

const reversed = {
  pointer: '/query/created_at_end',
  code: 'PERIOD_REVERSED',
  detail: both('deve vir depois de created_at_start', 'must come after created_at_start'),
}
