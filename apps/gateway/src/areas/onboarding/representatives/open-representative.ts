import type { Tx } from '../../../http/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { representativeNotFound } from '../errors.ts'
import type { Onboarding } from '../onboarding.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import type { LegalRepresentative } from './representative.ts'
import { findRepresentative } from './representative-store.ts'

export interface OpenRepresentative {
  onboarding: Onboarding
  representative: LegalRepresentative
}

export const changeRepresentativeErrors = [...changeErrors, representativeNotFound]

/**
 * Locks the onboarding for a change to a representative or its documents, and reads the representative again under the
 * lock.
 */
export async function lockOpenRepresentative(tx: Tx, id: string): Promise<OpenRepresentative> {
  const { onboarding_id } = found(await findRepresentative(tx, id), representativeNotFound)
  const onboarding = await lockOpen(tx, 'LEGAL_PERSON', onboarding_id)
  return { onboarding, representative: found(await findRepresentative(tx, id), representativeNotFound) }
}
