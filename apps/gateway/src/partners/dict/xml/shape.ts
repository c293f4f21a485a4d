import { withoutHidden } from '../../../platform/unicode-text.ts'
import type { XmlValue } from './read.ts'
import { UnreadableXml } from './xml-safety.ts'

/** Reads one value of a document, or throws with the place of the error. */
export type Reader<T> = (value: XmlValue | undefined, place: string) => T

type Fields = Record<string, Reader<unknown>>
type OptionalField<F extends Fields> = { [K in keyof F]: undefined extends ReturnType<F[K]> ? K : never }[keyof F]

/** The result of `record`: an omitted field is absent, not undefined. */
export type RecordOf<F extends Fields> = {
  [K in Exclude<keyof F, OptionalField<F>>]: ReturnType<F[K]>
} & { [K in OptionalField<F>]?: Exclude<ReturnType<F[K]>, undefined> }

/**
 * DICT writes `RootTransactionId`, the gateway `root_transaction_id`. Names are converted, so that no mapping table is
 * needed.
 */
export function dictName(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export const text: Reader<string> = (value, place) => {
  if (typeof value !== 'string') throw new UnreadableXml(`${place} is not one text`)
  // Texts of other participants are stored and shown. A report with a hidden character still has its deadline, so the
  // character is removed instead.
  return withoutHidden(value)
}

const matching = (pattern: RegExp, what: string): Reader<string> => {
  return (value, place) => {
    const read = text(value, place)
    if (!pattern.test(read)) throw new UnreadableXml(`${place} is not ${what}`)
    return read
  }
}

const decimal = matching(/^\d{1,13}(\.\d{1,2})?$/, 'an amount')

/** Converts reais with a decimal point to cents without a float. */
export const cents: Reader<number> = (value, place) => {
  const [reais = '', fraction = ''] = decimal(value, place).split('.')
  return Number(reais + fraction.padEnd(2, '0'))
}

export const whole: Reader<number> = (value, place) => Number(matching(/^\d{1,15}$/, 'a whole number')(value, place))

export const flag: Reader<boolean> = (value, place) =>
  matching(/^(true|false)$/, 'true or false')(value, place) === 'true'

/** A date-time of DICT in the gateway's format: ISO 8601, UTC, milliseconds. */
export const instant: Reader<string> = (value, place) => {
  const moment = new Date(matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'a date-time')(value, place))
  if (Number.isNaN(moment.getTime())) throw new UnreadableXml(`${place} is not a date-time`)
  return moment.toISOString()
}

export const optional = <T>(reader: Reader<T>): Reader<T | undefined> => {
  return (value, place) => (value === undefined ? undefined : reader(value, place))
}

/**
 * `<Refunds><Refund/><Refund/></Refunds>`: absent and empty both mean none, and the parser returns a single one not as
 * an array.
 */
export const listOf = <T>(item: string, reader: Reader<T>): Reader<T[]> => {
  return (value, place) => {
    if (value === undefined || value === '') return []
    if (typeof value === 'string' || Array.isArray(value)) throw new UnreadableXml(`${place} is not a list`)
    const found = value[item] ?? []
    const items = Array.isArray(found) ? found : [found]
    return items.map((each, index) => reader(each, `${place}/${item}[${index + 1}]`))
  }
}

/** The named fields of an element. Unknown fields are ignored, because BACEN calls new fields a compatible change. */
export const record = <F extends Fields>(fields: F): Reader<RecordOf<F>> => {
  return (value, place) => {
    if (value === undefined || typeof value === 'string' || Array.isArray(value)) {
      throw new UnreadableXml(`${place} is not one element`)
    }
    const entries = Object.keys(fields).map((name) => {
      const child = dictName(name)
      return [name, fields[name]!(Object.hasOwn(value, child) ? value[child] : undefined, `${place}/${child}`)] as const
    })
    return Object.fromEntries(entries.filter(([, read]) => read !== undefined)) as RecordOf<F>
  }
}
