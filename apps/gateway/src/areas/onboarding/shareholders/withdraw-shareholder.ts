import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { note } from '../activity-store.ts'
import { shareholderRepresented } from '../errors.ts'
import { users } from '../events.ts'
import { representativesOf } from '../representatives/representative-store.ts'
import { changeShareholderErrors, lockOpenShareholder } from './open-shareholder.ts'
import { ShareholderPath, ShareholderReply, shareholderShown } from './shareholder.ts'
import { saveShareholder } from './shareholder-store.ts'
import { texts } from './texts.ts'

/**
 * Withdraws a shareholder. Its representative must be withdrawn first by a request of its own, because the documents and
 * videos of the representative then no longer count.
 */
export const withdrawShareholder = route({
  name: 'withdrawShareholder',
  ...texts.withdrawShareholder,
  method: 'DELETE',
  path: '/v2/users/shareholders/:id',
  params: ShareholderPath,
  reply: { 200: ShareholderReply },
  errors: [...changeShareholderErrors, shareholderRepresented, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const { onboarding, shareholder: stored } = await lockOpenShareholder(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const all = await representativesOf(tx, onboarding.id)
      const own = all.filter(({ shareholder_id }) => shareholder_id === stored.id)
      const legal_representative_ids = own.map(({ id }) => id)
      if (own.length > 0) throw shareholderRepresented({ members: { legal_representative_ids } })
      const shareholder = withNextVersion(stored, { withdrawn_at: tx.now.toISOString() }, tx.now)
      saveShareholder(tx, shareholder)
      note(tx, onboarding, { what: 'shareholder_withdrawn', actor: 'integrator' })
      record(tx, users.shareholder.withdrawn(shareholder))
      return shareholderShown(shareholder)
    })
  },
})
