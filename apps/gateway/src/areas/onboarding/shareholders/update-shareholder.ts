import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { note } from '../activity-store.ts'
import { broken, shareholderAlreadyExists, shareholderRulesBroken } from '../errors.ts'
import { users } from '../events.ts'
import { changedFields } from '../fields.ts'
import { followShareholder } from '../representatives/sync-from-shareholder.ts'
import { changeShareholderErrors, lockOpenShareholder } from './open-shareholder.ts'
import {
  correctShareholder,
  refuseBeside,
  type Shareholder,
  ShareholderPatch,
  ShareholderPath,
  ShareholderReply,
  shareholderShown,
} from './shareholder.ts'
import { saveShareholder } from './shareholder-store.ts'
import { texts } from './texts.ts'

/** Corrects a shareholder. A natural person represents itself, so its representative gets the same number. */
export const updateShareholder = route({
  name: 'updateShareholder',
  ...texts.updateShareholder,
  method: 'PATCH',
  path: '/v2/users/shareholders/:id',
  params: ShareholderPath,
  body: ShareholderPatch,
  example: { name: 'Inês Canário Prado Lima', participation_percentage: 25, zip_code: null },
  reply: { 200: ShareholderReply },
  errors: [...changeShareholderErrors, shareholderRulesBroken, shareholderAlreadyExists, preconditionFailed],

  async handle({ params, body, if_match, transaction }) {
    return transaction(async (tx) => {
      const { onboarding, shareholder: stored, others } = await lockOpenShareholder(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const shareholder = correctShareholder(stored, body, tx.now)
      refuseTwice(others, shareholder)
      refuseBeside(others, shareholder)
      saveShareholder(tx, shareholder)
      const reason = changedFields(shareholderShown(stored), shareholderShown(shareholder), ShareholderPatch).join(' ')
      note(tx, onboarding, { what: 'shareholder_corrected', actor: 'integrator', reason })
      record(tx, users.shareholder.updated(shareholder))
      await followShareholder(tx, onboarding, stored, shareholder)
      return shareholderShown(shareholder)
    })
  },
})

function refuseTwice(others: Shareholder[], { document }: Shareholder): void {
  const other = others.find((one) => one.document === document)
  if (!other) return
  const errors = [
    broken('document', 'DOCUMENT_TAKEN', 'já pertence a outro sócio', 'already belongs to another shareholder'),
  ]
  throw shareholderAlreadyExists({ errors, members: { shareholder_id: other.id } })
}
