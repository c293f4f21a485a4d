import Type, { type Static } from 'typebox'
import { isCnpj } from '../../../base/documents/cnpj.ts'
import { isCpf } from '../../../base/documents/cpf.ts'
import type { BrokenRule } from '../../../base/errors/fault.ts'
import type { OfProduct, Stored } from '../../../gate/records.ts'
import { closedEnum, DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import { broken, shareholderRulesBroken } from '../errors.ts'
import { basisPoints, DocumentNumber, Percentage, percentage, text } from '../fields.ts'
import { personTypes } from '../onboarding.ts'

/** What somebody is to a company. */
export const roles = ['PARTNER', 'ATTORNEY', 'ADMINISTRATOR', 'OTHER'] as const

export const ShareholderPath = Type.Object({ id: Uuid })

export const ShareholderCreate = Type.Object(
  {
    onboarding_id: Uuid,
    name: text(160, 'Name.'),
    document: DocumentNumber,
    type: closedEnum(roles, 'What the shareholder is to the company.'),
    participation_percentage: Type.Optional(Percentage('Part of the company; all of them together at most 100.')),
    zip_code: Type.Optional(text(20, 'Postal code; used to check the ownership.')),
  },
  { additionalProperties: false, title: 'ShareholderCreate' },
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

/** The record as it is stored: its part in hundredths of a percent. */
export type Shareholder = Omit<
  Stored<typeof ShareholderReply, OfProduct & { participation_basis_points: number | null }>,
  'participation_percentage'
>

/** All of it but the product, which is that of the onboarding. */
export function newShareholder(
  id: string,
  body: Static<typeof ShareholderCreate>,
  now: Date,
): Omit<Shareholder, 'product_id'> {
  const { participation_percentage, zip_code = null, ...said } = body
  const document = body.document.toUpperCase()
  if (!isCpf(document) && !isCnpj(document)) {
    const rule = ['deve ser um CPF ou CNPJ válido', 'must be a valid CPF or CNPJ'] as const
    throw shareholderRulesBroken({ errors: [broken('document', 'CPF_OR_CNPJ', ...rule)] })
  }
  const at = now.toISOString()
  return {
    ...said,
    id,
    document,
    person_type: isCpf(document) ? 'NATURAL_PERSON' : 'LEGAL_PERSON',
    participation_basis_points: basisPoints(participation_percentage),
    zip_code,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

/** What is checked and answered at once when all is there has to be of a size that can be. */
export const SHAREHOLDERS_MAX = 200

/** The parts of a company are no more than the whole of it. */
export function refuseBeside(others: Shareholder[], added: Shareholder): void {
  const errors: BrokenRule[] = []
  const points = [...others, added].reduce((sum, one) => sum + (one.participation_basis_points ?? 0), 0)
  if (points > 10_000) {
    const rule = ['as participações somariam mais de 100 %', 'the participations would be over 100 %'] as const
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

/** The row under the names of the wire. */
export const shareholderShown = (shareholder: Shareholder) => ({
  ...shareholder,
  participation_percentage: percentage(shareholder.participation_basis_points),
})
