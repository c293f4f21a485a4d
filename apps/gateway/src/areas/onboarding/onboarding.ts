import Type from 'typebox'
import type { StoredRecord } from '../../http/repository.ts'
import { DateOnly, DateTime, openEnum, Uuid } from '../../http/schema.ts'
import { inWords } from './failed-messages.ts'
import { AddressShape } from './fields.ts'
import { failedCodes, onboardingStatuses } from './status.ts'

export const personTypes = ['NATURAL_PERSON', 'LEGAL_PERSON'] as const
export type PersonType = (typeof personTypes)[number]

/** How liveness videos are made: on our page, or uploaded by the integrator. */
export const livenessMethods = ['LINK', 'VIDEO_UPLOAD'] as const
export type LivenessMethod = (typeof livenessMethods)[number]

export const user_account_id = Type.Unsafe<string>({
  ...Uuid,
  description:
    'The account of this onboarding. It becomes a target user only when the onboarding is finished, so a header cannot name it yet.',
})

/** The target user and its default wallet, once the person is admitted. */
export const admission = {
  target_user_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        'The target user that was created, for x-product-target-user-uuid. Absent until the onboarding is finished.',
    }),
  ),
  default_wallet_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'The wallet of that user in the product, used when x-wallet-uuid is absent.',
    }),
  ),
}

/** Progress fields that both person types show. */
export const progress = {
  status: openEnum(onboardingStatuses),
  failed_code: Type.Optional(openEnum(failedCodes)),
  failed_message: Type.Optional(Type.String()),
  rejected_legal_representative_id: Type.Optional(Uuid),
  rejected_shareholder_id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'The shareholder for whom BC Protege+ is active, if it is one of them.',
    }),
  ),
  ...admission,
  submitted_at: Type.Optional(DateTime),
  finished_at: Type.Optional(DateTime),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it expires. Absent once it has ended.' }),
  ),
  created_at: DateTime,
  updated_at: DateTime,
}

const person = {
  document: Type.String(),
  full_name: Type.String(),
  address: AddressShape,
  nationality: Type.Optional(Type.String()),
  pep: Type.Optional(Type.Boolean()),
  pep_since: Type.Optional(DateOnly),
  occupation_cbo_code: Type.Optional(Type.String()),
  occupation_income: Type.Optional(Type.Integer()),
  patrimony: Type.Optional(Type.Integer()),
}

export const onboardingMembers = { id: Uuid, user_account_id: Uuid, ...person, ...progress }

/** The row. Columns of the other person type are null. */
export const OnboardingRecord = Type.Object({
  id: Uuid,
  product_id: Uuid,
  account_id: Uuid,
  person_type: openEnum(personTypes),
  ...person,
  company_revenue: Type.Optional(Type.Integer()),
  liveness_method: Type.Optional(openEnum(livenessMethods)),
  ...progress,
})

export type Onboarding = StoredRecord<typeof OnboardingRecord, { name_key: string | null; grant_id: string | null }>

/** Maps the row to the field names of the API, and stored codes to texts. */
export const shown = (onboarding: Onboarding) => ({
  ...onboarding,
  user_account_id: onboarding.account_id,
  failed_message: inWords(onboarding.failed_message),
})

/** Normalises a name for search: lower case, one Unicode form, single spaces. */
export const nameKey = (full_name: string) => full_name.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** Whether the deadline has passed. The job that ends the onboarding may not have run yet. */
export function isOverdue({ expires_at }: Pick<Onboarding, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now.getTime()
}
