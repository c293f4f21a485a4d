import Type from 'typebox'
import { DateOnly, DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import { AddressShape, Cents, text } from '../fields.ts'
import type { Onboarding } from '../onboarding.ts'
import { failedCodes, onboardingStatuses } from '../status.ts'

export const accepted_terms = Type.Literal(true, { description: 'The person has accepted the terms; always true.' })

export const user_account_id = Type.Unsafe<string>({
  ...Uuid,
  description:
    'The account this is about. It becomes a target user only when finished, so a header cannot name it yet.',
})

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

/** What both kinds of person show of how far they have come. */
export const progress = {
  status: openEnum(onboardingStatuses),
  failed_code: Type.Optional(openEnum(failedCodes)),
  failed_message: Type.Optional(Type.String()),
  rejected_legal_representative_id: Type.Optional(Uuid),
  submitted_at: Type.Optional(DateTime),
  finished_at: Type.Optional(DateTime),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it ends by itself. Absent once it has ended.' }),
  ),
  created_at: DateTime,
  updated_at: DateTime,
}

const aboutPerson = {
  address: AddressShape,
  nationality: Type.Optional(Type.String()),
  pep: Type.Optional(Type.Boolean()),
  pep_since: Type.Optional(DateOnly),
  occupation_cbo_code: Type.Optional(Type.String()),
  occupation_income: Type.Optional(Type.Integer()),
  patrimony: Type.Optional(Type.Integer()),
}

export const onboardingMembers = {
  id: Uuid,
  user_account_id: Uuid,
  document: Type.String(),
  full_name: Type.String(),
  ...aboutPerson,
  ...progress,
}

export const OnboardingReply = Type.Object(onboardingMembers, { title: 'Onboarding' })

/** The row under the names of the wire. */
export const shown = (onboarding: Onboarding) => ({ ...onboarding, user_account_id: onboarding.account_id })
