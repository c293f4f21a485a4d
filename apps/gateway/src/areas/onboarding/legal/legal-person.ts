import Type from 'typebox'
import { Uuid } from '../../../http/schema.ts'
import { accepted_terms, terms } from '../consents/terms.ts'
import { AddressPatch, AddressShape, Cents, correction } from '../fields.ts'
import { type Onboarding, progress, shown, user_account_id } from '../onboarding.ts'

const company_revenue = Cents('Yearly revenue.')

export const LegalPersonCreate = Type.Object(
  {
    user_account_id,
    address: AddressShape,
    company_revenue,
    accepted_terms,
    terms,
  },
  { additionalProperties: false, title: 'LegalPersonOnboardingCreate' },
)

/** Name and document belong to the account, and are corrected there. */
export const LegalPersonPatch = correction({ address: AddressPatch, company_revenue }, 'LegalPersonOnboardingPatch')

export const LegalPersonReply = Type.Object(
  {
    id: Uuid,
    user_account_id: Uuid,
    legal_person_name: Type.String(),
    cnpj: Type.String(),
    address: AddressShape,
    company_revenue: Type.Optional(Type.Integer({ description: 'Cents.' })),
    ...progress,
  },
  { title: 'LegalPersonOnboarding' },
)

/** Maps the row to the field names of the API. */
export const companyShown = (onboarding: Onboarding) => ({
  ...shown(onboarding),
  legal_person_name: onboarding.full_name,
  cnpj: onboarding.document,
})
