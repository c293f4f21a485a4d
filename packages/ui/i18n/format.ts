import { type Language, language } from './language.ts'

/** Deadlines are counted in São Paulo time, whatever the time zone of the browser. */
export const ZONE = 'America/Sao_Paulo'

const styles = {
  moment: { dateStyle: 'short', timeStyle: 'short' },
  precise: { dateStyle: 'short', timeStyle: 'medium' },
  day: { dateStyle: 'short' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const dates = new Map<string, Intl.DateTimeFormat>()
function dateFormat(spoken: Language, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${spoken} ${style}`
  const made = dates.get(key) ?? new Intl.DateTimeFormat(spoken, { ...styles[style], timeZone: ZONE })
  dates.set(key, made)
  return made
}

/** Dates in São Paulo time, amounts in reais from cents, numbers and countries, in the language of the reader. */
export function formatsOf(spoken: Language) {
  const money = new Intl.NumberFormat(spoken, { style: 'currency', currency: 'BRL' })
  const number = new Intl.NumberFormat(spoken)
  const percent = new Intl.NumberFormat(spoken, { style: 'percent', maximumFractionDigits: 1 })
  const calendar = new Intl.DateTimeFormat(spoken, { day: '2-digit', month: '2-digit', timeZone: 'UTC' })
  const wholeDate = new Intl.DateTimeFormat(spoken, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const countries = new Intl.DisplayNames(spoken, { type: 'region' })
  return {
    moment: (at: string) => dateFormat(spoken, 'moment').format(new Date(at)),
    precise: (at: string) => dateFormat(spoken, 'precise').format(new Date(at)),
    day: (at: string) => dateFormat(spoken, 'day').format(new Date(at)),
    time: (at: string) => dateFormat(spoken, 'time').format(new Date(at)),
    money: (cents: number) => money.format(cents / 100),
    number: (value: number) => number.format(value),
    percent: (share: number) => percent.format(share),
    /** A date without a time, the same in every time zone. */
    calendarDay: (day: string) => calendar.format(new Date(day)),
    /** A whole date without a time, such as a birth date. A masked one is shown unchanged. */
    date: (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? wholeDate.format(new Date(day)) : day),
    /** The name of a country from its ISO 3166-1 code. */
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const both = { 'pt-BR': formatsOf('pt-BR'), 'en-US': formatsOf('en-US') }

export const useFormats = (): Formats => both[language.use()]
