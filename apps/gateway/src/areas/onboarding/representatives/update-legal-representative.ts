import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { broken, representativeAlreadyExists, representativeRulesBroken, shareholderNotFound } from '../errors.ts'
import { shareholdersOf } from '../shareholders/shareholder-store.ts'
import { keepCorrection } from './keep-correction.ts'
import { changeRepresentativeErrors, lockOpenRepresentative } from './open-representative.ts'
import {
  correctRepresentative,
  type LegalRepresentative,
  RepresentativePatch,
  RepresentativePath,
  RepresentativeReply,
  representativeShown,
} from './representative.ts'
import { representativeBreaks } from './representative-rules.ts'
import { representativesOf } from './representative-store.ts'
import { texts } from './texts.ts'

/** Corrects a representative, including the shareholder it represents. */
export const updateLegalRepresentative = route({
  name: 'updateLegalRepresentative',
  ...texts.updateLegalRepresentative,
  method: 'PATCH',
  path: '/v2/users/legal-representatives/:id',
  params: RepresentativePath,
  body: RepresentativePatch,
  example: { name: 'Inês Canário Prado Lima', address: { number: 296 }, relationship_end_date: null },
  reply: { 200: RepresentativeReply },
  errors: [
    ...changeRepresentativeErrors,
    shareholderNotFound,
    representativeRulesBroken,
    representativeAlreadyExists,
    preconditionFailed,
  ],

  async handle({ params, body, if_match, transaction }) {
    return transaction(async (tx) => {
      const { onboarding, representative: stored } = await lockOpenRepresentative(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const representative = correctRepresentative(stored, body, tx.now)
      const [shareholders, all] = await Promise.all([
        shareholdersOf(tx, onboarding.id),
        representativesOf(tx, onboarding.id),
      ])
      const of = shareholders.find(({ id }) => id === representative.shareholder_id)
      const errors = representativeBreaks(representative, found(of, shareholderNotFound), tx.now)
      if (errors.length > 0) throw representativeRulesBroken({ errors })
      refuseTwice(all, representative)
      await keepCorrection(tx, onboarding, stored, representative)
      return representativeShown(representative)
    })
  },
})

function refuseTwice(all: LegalRepresentative[], { id, document }: LegalRepresentative): void {
  const other = all.find((one) => one.document === document && one.id !== id)
  if (!other) return
  const rule = ['já pertence a outro representante', 'already belongs to another representative'] as const
  const errors = [broken('document', 'DOCUMENT_TAKEN', ...rule)]
  throw representativeAlreadyExists({ errors, members: { legal_representative_id: other.id } })
}
