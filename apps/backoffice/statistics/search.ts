import { ZONE } from '@eclusa/ui/i18n/format.ts'

/** The selection of the statistics in the URL: the last so many days, or from one day to another. */
export interface FigureSearch {
  days?: Span
  from?: string
  to?: string
  kind?: string
}

/** As they are in the URL. */
export const spans = ['7', '30', '90'] as const
type Span = (typeof spans)[number]
const DEFAULT: Span = '30'

const day = /^2\d{3}-\d\d-\d\d$/

export function readFigureSearch(search: Record<string, unknown>): FigureSearch {
  const days = spans.find((one) => one === search['days'])
  const { from, to, kind } = search
  const whole = typeof from === 'string' && typeof to === 'string' && day.test(from) && day.test(to) && from <= to
  return {
    ...(whole ? { from, to } : days && days !== DEFAULT ? { days } : {}),
    ...(typeof kind === 'string' && /^[a-z_]{1,40}$/.test(kind) && { kind }),
  }
}

export interface StatisticsPeriod {
  from: string
  to: string
}

/** From the first day to the last, inclusive. Today is São Paulo's. */
export function periodOf({ from, to, days = DEFAULT }: FigureSearch, now: Date): StatisticsPeriod {
  if (from && to) return { from, to }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(now)
  return { from: dayAfter(today, 1 - Number(days)), to: today }
}

/** Every day of a period, including those without data. */
export function daysOf({ from, to }: StatisticsPeriod): string[] {
  const days: string[] = []
  for (let one = from; one <= to; one = dayAfter(one, 1)) days.push(one)
  return days
}

const DAY_MS = 86_400_000
/** A calendar day is formatted without a time zone. */
const dayAfter = (one: string, by: number) => new Date(Date.parse(one) + by * DAY_MS).toISOString().slice(0, 10)
