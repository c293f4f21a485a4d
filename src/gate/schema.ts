import Type, { type TUnsafe } from 'typebox'

/** Shapes that every area uses. */

const hex = '[0-9a-fA-F]'
export const uuidV4Pattern = `^${hex}{8}-${hex}{4}-4${hex}{3}-[89abAB]${hex}{3}-${hex}{12}$`

export const uuidPattern = `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`

export const Uuid = Type.String({ format: 'uuid', pattern: uuidPattern })

export const DateOnly = Type.String({ format: 'date', pattern: '^(?!0000)', description: 'YYYY-MM-DD.' })

export const DateTime = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds.' })

const momentPattern = (fraction: string) =>
  `^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d${fraction}(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$`

/** A date-time that every part of the gateway reads the same way: a real year, a real offset, no leap second. */
export const moment = (description: string, fraction = '(\\.\\d{1,9})?') =>
  Type.String({ format: 'date-time', pattern: momentPattern(fraction), description })

/** What a request may say: these values and no other. */
export function closedEnum<const Values extends readonly string[]>(
  values: Values,
  description: string,
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })
}

/** What an answer may say: today these values, tomorrow perhaps more. Clients must tolerate a value they do not know. */
export function openEnum<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', 'x-extensible-enum': [...values] })
}
