import Type from 'typebox'
import { DateOnly, line } from '../../../http/schema.ts'
import { accepted_terms, terms } from '../consents/terms.ts'
import { AddressPatch, AddressShape, Cents, clearable, correction } from '../fields.ts'
import { onboardingMembers, user_account_id } from '../onboarding.ts'

const said = {
  nationality: line(80, 'Nationality, as free text.'),
  pep: Type.Boolean({ description: 'A politically exposed person.' }),
}
const occupation_cbo_code = Type.String({ pattern: '^[0-9]{4}-?[0-9]{2}$', description: 'Of the CBO.' })
const occupation_income = Cents('Monthly income.')
const patrimony = Cents('The assets of the person.')

export const OnboardingCreate = Type.Object(
  {
    user_account_id,
    address: AddressShape,
    ...said,
    pep_since: Type.Optional(DateOnly),
    occupation_cbo_code: Type.Optional(occupation_cbo_code),
    occupation_income: Type.Optional(occupation_income),
    patrimony: Type.Optional(patrimony),
    accepted_terms,
    terms,
  },
  { additionalProperties: false, title: 'OnboardingCreate' },
)

/** Name and document belong to the account, and are corrected there. */
export const OnboardingPatch = correction(
  {
    address: AddressPatch,
    ...said,
    pep_since: clearable(DateOnly),
    occupation_cbo_code: clearable(occupation_cbo_code),
    occupation_income: clearable(occupation_income),
    patrimony: clearable(patrimony),
  },
  'OnboardingPatch',
)

export const OnboardingReply = Type.Object(onboardingMembers, { title: 'Onboarding' })
