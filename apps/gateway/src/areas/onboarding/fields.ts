import { isDeepStrictEqual } from 'node:util'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { requestMalformed } from '../../http/faults.ts'
import { line, Uuid } from '../../http/schema.ts'
import { broken } from './errors.ts'

/** Schemas that natural and legal persons share. */

export const OnboardingPath = Type.Object({ id: Uuid })

export const DocumentNumber = Type.String({
  pattern: '^[0-9A-Za-z]{11,14}$',
  description: 'CPF or CNPJ without a mask. A CNPJ may contain letters, stored as capitals.',
})

export const Email = Type.String({ format: 'email', maxLength: 254 })

export const Phone = Type.String({
  pattern: '^\\+?[1-9][0-9]{7,14}$',
  description: 'Country code first; stored with a plus sign before it.',
})

export const Cents = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: `${description} Cents.` })

export const Percentage = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100, description: `${description} At most two decimals.` })

const address = {
  zip_code: line(20, 'Postal code.'),
  street: line(120, 'Street.'),
  number: Type.Integer({ minimum: 0, maximum: 9_999_999, description: 'Number in the street; 0 where there is none.' }),
  neighborhood: Type.Optional(line(80, 'Neighbourhood.')),
  city: line(80, 'City.'),
  federative_unit: line(40, 'State.'),
  country: line(80, 'Country, as free text.'),
  complement: Type.Optional(line(120, 'Further details.')),
}
/** In a correction, null clears an optional field. */
export const clearable = <Shape extends TSchema>(shape: Shape) => Type.Optional(Type.Union([shape, Type.Null()]))

/** Schema of a correction: only the sent fields change, and at least one is required. */
export const correction = <Shape extends TProperties>(shape: Shape, title: string) =>
  Type.Object(Type.Partial(Type.Object(shape)).properties, { additionalProperties: false, minProperties: 1, title })

export const AddressShape = Type.Object(address, { additionalProperties: false, title: 'OnboardingAddress' })
/** The registry also requires the neighbourhood of a representative. */
export const RepresentativeAddress = Type.Object(
  { ...address, neighborhood: line(80, 'Neighbourhood.') },
  { additionalProperties: false, title: 'RepresentativeAddress' },
)

const { neighborhood, complement, ...needed } = address
export const AddressPatch = correction(
  { ...needed, neighborhood: clearable(neighborhood), complement: clearable(complement) },
  'OnboardingAddressPatch',
)
export const RepresentativeAddressPatch = correction(
  { ...needed, neighborhood, complement: clearable(complement) },
  'RepresentativeAddressPatch',
)

/** Merges a correction into an address. A cleared member is absent, as if it had never been sent. */
export function correctedAddress<Address extends object>(stored: Address, patch: object = {}): Address {
  return Object.fromEntries(Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null)) as Address
}

/** The names of the body's fields in which two records differ, never the values. */
export function changedFields(before: object, after: object, { properties }: TObject): string[] {
  const names = Object.keys(properties) as (keyof object)[]
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** An example for the API contract. */
export const exampleAddress = {
  zip_code: '50030230',
  street: 'Rua da Aurora',
  number: 295,
  neighborhood: 'Boa Vista',
  city: 'Recife',
  federative_unit: 'PE',
  country: 'Brasil',
}

/** Normalises e-mail addresses and telephones, so that they can be compared. */
export const normaliseEmail = (email: string) => email.toLowerCase()
export const normalisePhone = (phone: string) => (phone.startsWith('+') ? phone : `+${phone}`)

/** Converts percent to basis points, because sums of fractions are inexact. */
export function basisPoints(percentage: number | null | undefined): number | null {
  if (percentage === undefined || percentage === null) return null
  const points = Math.round(percentage * 100)
  if (Math.abs(points - percentage * 100) < 1e-6) return points
  const rule = ['tem no máximo duas casas decimais', 'has at most two decimals'] as const
  throw requestMalformed({ errors: [broken('participation_percentage', 'IS_DECIMAL', ...rule)] })
}

export const percentage = (points: number | null) => (points === null ? null : points / 100)
