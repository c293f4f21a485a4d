import Type, { type TUnsafe } from 'typebox'

/** Schemas shared by all areas. */

const hex = '[0-9a-fA-F]'
export const uuidV4Pattern = `^${hex}{8}-${hex}{4}-4${hex}{3}-[89abAB]${hex}{3}-${hex}{12}$`

/** A UUID of RFC 9562, of any version. */
export const uuidVersionedPattern = `^${hex}{8}-${hex}{4}-[1-8]${hex}{3}-[89abAB]${hex}{3}-${hex}{12}$`

export const uuidPattern = `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`

export const Uuid = Type.String({ format: 'uuid', pattern: uuidPattern })

export const DateOnly = Type.String({
  format: 'date',
  pattern: '^([1-9]|0[1-9]|00[1-9]|000[1-9])',
  description: 'YYYY-MM-DD.',
})

export const DateTime = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds.' })

const momentPattern = (fraction: string) =>
  `^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d${fraction}(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$`

/** A date-time that every part of the gateway reads the same way: a real year, a real offset, no leap second. */
export const moment = (description: string, fraction = '(\\.\\d{1,9})?') =>
  Type.String({ format: 'date-time', pattern: momentPattern(fraction), description })

/**
 * Patterns use only what every regular expression engine supports: no look-around and no Unicode property. The gate checks
 * all texts for forbidden characters: request-texts.ts.
 */
const CONTROLS = '\\x00-\\x1f\\x7f-\\x9f'
export const oneLinePattern = `^[^${CONTROLS}]*$`

export const linePattern = `^ *[^ ${CONTROLS}][^${CONTROLS}]*$`

/** A text on one line with a visible character. */
export const line = (max: number, description: string, min = 1) =>
  Type.String({ minLength: min, maxLength: max, pattern: linePattern, description })

/** The same on one line or several. */
export const lines = (max: number, description: string) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '\\S', description })

/** A closed enum for requests: these values and no other. */
export function closedEnum<const Values extends readonly string[]>(
  values: Values,
  description: string,
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })
}

/** An open enum for responses: further values may come later, and clients must tolerate them. */
export function openEnum<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', 'x-extensible-enum': [...values] })
}
