import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { note } from '../activity-store.ts'
import { users } from '../events.ts'
import { changedFields } from '../fields.ts'
import { discardFace } from '../liveness/discard-liveness.ts'
import type { Onboarding } from '../onboarding.ts'
import { type LegalRepresentative, RepresentativePatch, representativeShown } from './representative.ts'
import { saveRepresentative } from './representative-store.ts'

/**
 * Saves a corrected representative, under the lock of its onboarding. A new document number discards its liveness
 * video.
 */
export async function keepCorrection(
  tx: Tx,
  onboarding: Onboarding,
  before: LegalRepresentative,
  after: LegalRepresentative,
): Promise<void> {
  saveRepresentative(tx, after)
  const changed = changedFields(representativeShown(before), representativeShown(after), RepresentativePatch)
  const correction = { actor: 'integrator', reason: changed.join(' '), legal_representative_id: after.id }
  note(tx, onboarding, { what: 'representative_corrected', ...correction })
  record(tx, users.legal_representative.updated(after))
  if (after.document !== before.document) await discardFace(tx, onboarding, after.id)
}
