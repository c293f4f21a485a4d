import Type, { type Static } from 'typebox'
import type { OfProduct, StoredRecord, Withdrawable } from '../../../http/repository.ts'
import { closedEnum, DateOnly, DateTime, line, openEnum, Uuid } from '../../../http/schema.ts'
import { dayInSaoPaulo } from '../../../platform/clock.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import {
  basisPoints,
  Cents,
  clearable,
  correctedAddress,
  correction,
  DocumentNumber,
  Email,
  normaliseEmail,
  normalisePhone,
  Percentage,
  Phone,
  percentage,
  RepresentativeAddress,
  RepresentativeAddressPatch,
} from '../fields.ts'
import { roles, type Shareholder } from '../shareholders/shareholder.ts'

export const RepresentativePath = Type.Object({ id: Uuid })

const said = {
  shareholder_id: Uuid,
  name: line(160, 'Full name.'),
  mother_name: line(160, "Full name of the person's mother."),
  document: DocumentNumber,
  birth_date: DateOnly,
  representor_type: closedEnum(roles, 'The role of the person in the company.'),
  pep: Type.Boolean({ description: 'A politically exposed person.' }),
  is_public_server: Type.Boolean({ description: 'Public-sector employee.' }),
  phone_number: Phone,
  email: Email,
  relationship_start_date: DateOnly,
  address: RepresentativeAddress,
}

const country = { pattern: '^[A-Z]{3}$', description: 'Country that issued the document.' }
const income = Cents('Monthly income.')
const patrimony = Cents('The assets of the person.')
const participation_percentage = Percentage('Part in the management, not in the property.')

export const RepresentativeCreate = Type.Object(
  {
    ...said,
    document_country: Type.Optional(Type.String({ ...country, default: 'BRA' })),
    income: Type.Optional(income),
    patrimony: Type.Optional(patrimony),
    participation_percentage: Type.Optional(participation_percentage),
    relationship_end_date: Type.Optional(DateOnly),
    registration_update_date: Type.Optional(DateOnly),
  },
  { additionalProperties: false, title: 'LegalRepresentativeCreate' },
)

export const RepresentativePatch = correction(
  {
    ...said,
    address: RepresentativeAddressPatch,
    document_country: Type.String(country),
    income: clearable(income),
    patrimony: clearable(patrimony),
    participation_percentage: clearable(participation_percentage),
    relationship_end_date: clearable(DateOnly),
    registration_update_date: DateOnly,
  },
  'LegalRepresentativePatch',
)

export const RepresentativeReply = Type.Object(
  {
    id: Uuid,
    onboarding_id: Uuid,
    ...said,
    representor_type: openEnum(roles),
    document: Type.String(),
    document_country: Type.String(),
    income: Type.Optional(Type.Integer()),
    patrimony: Type.Optional(Type.Integer()),
    relationship_end_date: Type.Optional(DateOnly),
    registration_update_date: DateOnly,
    active: Type.Boolean({
      description: 'False once the relationship has ended: nothing is requested from the person then.',
    }),
    created_at: DateTime,
    updated_at: DateTime,
    participation_percentage: Type.Optional(Type.Number()),
  },
  { title: 'LegalRepresentative' },
)

/** The stored record, with the share in basis points. */
export type LegalRepresentative = Omit<
  StoredRecord<typeof RepresentativeReply, OfProduct & Withdrawable & { participation_basis_points: number | null }>,
  'participation_percentage'
>

/** Creates the record. The onboarding is that of the shareholder. */
export function newRepresentative(
  id: string,
  { product_id, onboarding_id }: Pick<Shareholder, 'product_id' | 'onboarding_id'>,
  body: Static<typeof RepresentativeCreate>,
  now: Date,
): LegalRepresentative {
  const { participation_percentage: part, relationship_end_date = null, ...rest } = body
  const at = now.toISOString()
  return {
    ...rest,
    id,
    product_id,
    onboarding_id,
    document_country: body.document_country ?? 'BRA',
    email: normaliseEmail(body.email),
    phone_number: normalisePhone(body.phone_number),
    income: body.income ?? null,
    patrimony: body.patrimony ?? null,
    participation_basis_points: basisPoints(part),
    relationship_end_date,
    registration_update_date: body.registration_update_date ?? body.relationship_start_date,
    active: isActive(relationship_end_date, now),
    withdrawn_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** Applies the correction to the stored representative. The result must satisfy the rules of a new one. */
export function correctRepresentative(
  stored: LegalRepresentative,
  patch: Static<typeof RepresentativePatch>,
  now: Date,
): LegalRepresentative {
  const { participation_percentage: part, address, ...rest } = patch
  const merged = withNextVersion(stored, { ...rest, address: correctedAddress(stored.address, address) }, now)
  return {
    ...merged,
    email: normaliseEmail(merged.email),
    phone_number: normalisePhone(merged.phone_number),
    participation_basis_points: part === undefined ? stored.participation_basis_points : basisPoints(part),
    active: isActive(merged.relationship_end_date, now),
  }
}

function isActive(relationship_end_date: string | null, now: Date): boolean {
  return relationship_end_date === null || relationship_end_date >= dayInSaoPaulo(now)
}

/** Maps the row to the field names of the API. */
export const representativeShown = (representative: LegalRepresentative) => ({
  ...representative,
  participation_percentage: percentage(representative.participation_basis_points),
})
