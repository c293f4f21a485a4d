import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { note } from '../activity-store.ts'
import { users } from '../events.ts'
import { closeFace } from '../liveness/discard-liveness.ts'
import { changeRepresentativeErrors, lockOpenRepresentative } from './open-representative.ts'
import { RepresentativePath, RepresentativeReply, representativeShown } from './representative.ts'
import { saveRepresentative } from './representative-store.ts'
import { texts } from './texts.ts'

/** Withdraws a representative. Documents and videos stay in storage, and nothing more is required of the person. */
export const withdrawLegalRepresentative = route({
  name: 'withdrawLegalRepresentative',
  ...texts.withdrawLegalRepresentative,
  method: 'DELETE',
  path: '/v2/users/legal-representatives/:id',
  params: RepresentativePath,
  reply: { 200: RepresentativeReply },
  errors: [...changeRepresentativeErrors, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const { onboarding, representative: stored } = await lockOpenRepresentative(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const representative = withNextVersion(stored, { withdrawn_at: tx.now.toISOString() }, tx.now)
      saveRepresentative(tx, representative)
      await closeFace(tx, onboarding.id, stored.id)
      const withdrawal = { actor: 'integrator', legal_representative_id: stored.id }
      note(tx, onboarding, { what: 'representative_withdrawn', ...withdrawal })
      record(tx, users.legal_representative.withdrawn(representative))
      return representativeShown(representative)
    })
  },
})
