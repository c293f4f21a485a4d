import Type, { type Static } from 'typebox'
import type { OfProduct, StoredRecord, Withdrawable } from '../../../http/repository.ts'
import { closedEnum, DateTime, line, openEnum, Uuid } from '../../../http/schema.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { isCnpj } from '../../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../../platform/tax-ids/cpf.ts'
import { broken, shareholderRulesBroken } from '../errors.ts'
import { basisPoints, clearable, correction, DocumentNumber, Percentage, percentage } from '../fields.ts'
import { personTypes } from '../onboarding.ts'

/** The role of a shareholder in the company. */
export const roles = ['PARTNER', 'ATTORNEY', 'ADMINISTRATOR', 'OTHER'] as const

export const ShareholderPath = Type.Object({ id: Uuid })

const said = {
  name: line(160, 'Name.'),
  document: DocumentNumber,
  type: closedEnum(roles, 'The role of the shareholder in the company.'),
}
const participation_percentage = Percentage('Part of the company; all of them together at most 100.')
const zip_code = line(20, 'Postal code; used to check the ownership.')

export const ShareholderCreate = Type.Object(
  {
    onboarding_id: Uuid,
    ...said,
    participation_percentage: Type.Optional(participation_percentage),
    zip_code: Type.Optional(zip_code),
  },
  { additionalProperties: false, title: 'ShareholderCreate' },
)

export const ShareholderPatch = correction(
  { ...said, participation_percentage: clearable(participation_percentage), zip_code: clearable(zip_code) },
  'ShareholderPatch',
)

export const ShareholderReply = Type.Object(
  {
    id: Uuid,
    onboarding_id: Uuid,
    name: Type.String(),
    document: Type.String(),
    person_type: openEnum(personTypes),
    type: openEnum(roles),
    participation_percentage: Type.Optional(Type.Number()),
    zip_code: Type.Optional(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Shareholder' },
)

/** The stored record, with the share in basis points. */
export type Shareholder = Omit<
  StoredRecord<typeof ShareholderReply, OfProduct & Withdrawable & { participation_basis_points: number | null }>,
  'participation_percentage'
>

/** Every column except the product, which is copied from the onboarding. */
export function newShareholder(
  id: string,
  body: Static<typeof ShareholderCreate>,
  now: Date,
): Omit<Shareholder, 'product_id'> {
  const { participation_percentage: part, zip_code: zip = null, ...rest } = body
  const at = now.toISOString()
  return {
    ...rest,
    ...identified(body.document),
    id,
    participation_basis_points: basisPoints(part),
    zip_code: zip,
    withdrawn_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** Applies the correction to the stored shareholder. `refuseBeside` validates it together with the others. */
export function correctShareholder(stored: Shareholder, patch: Static<typeof ShareholderPatch>, now: Date) {
  const { participation_percentage: part, ...rest } = patch
  const participation_basis_points = part === undefined ? stored.participation_basis_points : basisPoints(part)
  const changes = { ...rest, ...identified(patch.document ?? stored.document), participation_basis_points }
  return withNextVersion(stored, changes, now)
}

/** The normalised document number, and the person type that follows from it. */
function identified(sent: string): Pick<Shareholder, 'document' | 'person_type'> {
  const document = sent.toUpperCase()
  if (isCpf(document)) return { document, person_type: 'NATURAL_PERSON' }
  if (isCnpj(document)) return { document, person_type: 'LEGAL_PERSON' }
  const rule = ['deve ser um CPF ou CNPJ válido', 'must be a valid CPF or CNPJ'] as const
  throw shareholderRulesBroken({ errors: [broken('document', 'CPF_OR_CNPJ', ...rule)] })
}

/** Finalize checks all shareholders in one request, so their number is limited. */
export const SHAREHOLDERS_MAX = 200

/** The shares of a company must not exceed 100 %. */
export function refuseBeside(others: Shareholder[], one: Shareholder): void {
  const errors: BrokenRule[] = []
  const points = [...others, one].reduce((sum, each) => sum + (each.participation_basis_points ?? 0), 0)
  if (points > 10_000) {
    const rule = [
      'as participações somariam mais de 100 %',
      'the participations would add up to more than 100 %',
    ] as const
    errors.push(broken('participation_percentage', 'PARTICIPATION_OVER_100', ...rule))
  }
  if (others.length >= SHAREHOLDERS_MAX) {
    const rule = [
      `há no máximo ${SHAREHOLDERS_MAX} sócios`,
      `there are at most ${SHAREHOLDERS_MAX} shareholders`,
    ] as const
    errors.push(broken('onboarding_id', 'TOO_MANY', ...rule))
  }
  if (errors.length > 0) throw shareholderRulesBroken({ errors })
}

/** Maps the row to the field names of the API. */
export const shareholderShown = (shareholder: Shareholder) => ({
  ...shareholder,
  participation_percentage: percentage(shareholder.participation_basis_points),
})
