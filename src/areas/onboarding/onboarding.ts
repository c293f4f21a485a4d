import { nextVersion } from '../../base/version.ts'
import type { Happening } from '../../events/record.ts'
import type { FailedCode, OnboardingStatus } from './status.ts'

export const personTypes = ['NATURAL_PERSON', 'LEGAL_PERSON'] as const
export type PersonType = (typeof personTypes)[number]

/** How faces are proven: by our page, or by videos the integrator sends. */
export const livenessMethods = ['LINK', 'VIDEO_UPLOAD'] as const
export type LivenessMethod = (typeof livenessMethods)[number]

export interface Address {
  zip_code: string
  street: string
  number: number
  neighborhood?: string
  city: string
  federative_unit: string
  country: string
  complement?: string
}

/** The record as it is stored. What only one kind of person has is null for the other. */
export interface Onboarding {
  id: string
  product_id: string
  account_id: string
  person_type: PersonType
  status: OnboardingStatus
  document: string
  full_name: string
  address: Address
  nationality: string | null
  pep: boolean | null
  pep_since: string | null
  occupation_cbo_code: string | null
  occupation_income: number | null
  patrimony: number | null
  company_revenue: number | null
  failed_code: FailedCode | null
  failed_message: string | null
  rejected_legal_representative_id: string | null
  liveness_method: LivenessMethod | null
  submitted_at: string | null
  finished_at: string | null
  expires_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** How a name is written when it is looked for: in one case, one spelling of its accents, one space between its words. */
export const nameKey = (full_name: string) => full_name.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** Its time is up, though the job that ends it may not have come by yet. */
export function isOverdue({ expires_at }: Pick<Onboarding, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now.getTime()
}

/** A further version of the onboarding, with what happened to it. */
export function stepped(stored: Onboarding, changes: Partial<Onboarding>, now: Date): Onboarding {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}

export function happened(what: string, onboarding: Onboarding, more: Record<string, unknown> = {}): Happening {
  const { id, account_id, person_type, status, version, failed_code, rejected_legal_representative_id } = onboarding
  return {
    type: `users.onboarding.${what}`,
    object_id: id,
    sequence: version,
    data: {
      onboarding_id: id,
      user_account_id: account_id,
      person_type,
      status,
      ...(failed_code && { failed_code }),
      ...(rejected_legal_representative_id && { rejected_legal_representative_id }),
      ...more,
    },
  }
}
