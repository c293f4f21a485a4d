import Type from 'typebox'
import { Uuid } from '../../../gate/schema.ts'
import { AddressShape, Cents } from '../fields.ts'
import { accepted_terms, progress, user_account_id } from '../natural/natural-person.ts'
import type { Onboarding } from '../onboarding.ts'

export const LegalPersonCreate = Type.Object(
  {
    user_account_id,
    address: AddressShape,
    company_revenue: Cents('Yearly revenue.'),
    accepted_terms,
  },
  { additionalProperties: false, title: 'LegalPersonOnboardingCreate' },
)

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

/** The row under the names of the wire. */
export const companyShown = (onboarding: Onboarding) => ({
  ...onboarding,
  user_account_id: onboarding.account_id,
  legal_person_name: onboarding.full_name,
  cnpj: onboarding.document,
})
