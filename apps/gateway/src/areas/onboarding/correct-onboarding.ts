import type { TObject } from 'typebox'
import { record } from '../../events/record.ts'
import { preconditionFailed } from '../../http/faults.ts'
import { matchesVersion } from '../../http/if-match.ts'
import type { Tx } from '../../http/transaction.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { note } from './activity-store.ts'
import { users } from './events.ts'
import { changedFields, correctedAddress } from './fields.ts'
import type { Onboarding, PersonType } from './onboarding.ts'
import { saveCorrectedOnboarding } from './onboarding-store.ts'
import { changeErrors, lockOpen } from './open-onboarding.ts'
import { endOnboarding } from './steps/end-onboarding.ts'

export const correctOnboardingErrors = [...changeErrors, preconditionFailed]

/** The onboarding to change, and the version that the caller has seen, if it sent one. */
interface Meant {
  person_type: PersonType
  id: string
  if_match: string | undefined
}

async function lockMeant(tx: Tx, { person_type, id, if_match }: Meant): Promise<Onboarding> {
  const stored = await lockOpen(tx, person_type, id)
  if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
  return stored
}

type Patch = Partial<Omit<Onboarding, 'address'>> & { address?: object }

/** Corrects an open onboarding, for both person types. `shape` is the schema of the correction. */
export async function correctOnboarding(tx: Tx, meant: Meant, patch: Patch, shape: TObject): Promise<Onboarding> {
  const stored = await lockMeant(tx, meant)
  const address = correctedAddress(stored.address, patch.address)
  const onboarding = withNextVersion(stored, { ...patch, address }, tx.now)
  saveCorrectedOnboarding(tx, onboarding)
  const reason = changedFields(stored, onboarding, shape).join(' ')
  note(tx, onboarding, { what: 'corrected', actor: 'integrator', reason })
  record(tx, users.onboarding.updated(onboarding))
  return onboarding
}

/** Withdraws an open onboarding at the integrator's request. The account may open another at once. */
export async function takeBackOnboarding(tx: Tx, meant: Meant): Promise<Onboarding> {
  const stored = await lockMeant(tx, meant)
  const withdrawn = await endOnboarding(tx, stored, { move: 'withdrawn', actor: 'integrator' })
  if (!withdrawn) throw new Error(`an onboarding that is ${stored.status} was withdrawn`)
  return withdrawn
}
