import Type from 'typebox'
import { DateOnly } from '../../../gate/schema.ts'
import { AddressShape, Cents, text } from '../fields.ts'
import { accepted_terms, onboardingMembers, user_account_id } from '../onboarding.ts'

export const OnboardingCreate = Type.Object(
  {
    user_account_id,
    address: AddressShape,
    nationality: text(80, 'Nationality, as free text.'),
    pep: Type.Boolean({ description: 'A politically exposed person.' }),
    pep_since: Type.Optional(DateOnly),
    occupation_cbo_code: Type.Optional(Type.String({ pattern: '^[0-9]{4}-?[0-9]{2}$', description: 'Of the CBO.' })),
    occupation_income: Type.Optional(Cents('Monthly income.')),
    patrimony: Type.Optional(Cents('What the person owns.')),
    accepted_terms,
  },
  { additionalProperties: false, title: 'OnboardingCreate' },
)

export const OnboardingReply = Type.Object(onboardingMembers, { title: 'Onboarding' })
