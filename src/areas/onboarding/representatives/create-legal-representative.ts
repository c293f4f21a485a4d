import { uuidv7 } from '../../../base/ids.ts'
import { record } from '../../../events/record.ts'
import { route } from '../../../gate/route.ts'
import { broken, representativeIdTaken, representativeRulesBroken, shareholderNotFound } from '../errors.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { findShareholder } from '../shareholders/shareholder-store.ts'
import {
  newRepresentative,
  RepresentativeCreate,
  RepresentativeReply,
  representativeCreated,
  representativeShown,
} from './representative.ts'
import { representativeBreaks } from './representative-rules.ts'
import { insertRepresentative, representativesOf } from './representative-store.ts'

/** A representative is registered once: asked again for the same person and shareholder, the one that is there is answered. */
export const createLegalRepresentative = route({
  name: 'createLegalRepresentative',
  summary: 'Register a legal representative; a repeat of the same document answers the one registered',
  method: 'POST',
  path: '/v2/users/legal-representatives',
  body: RepresentativeCreate,
  reply: { 201: RepresentativeReply },
  errors: [...changeErrors, shareholderNotFound, representativeRulesBroken, representativeIdTaken],

  async handle({ body, now, transaction_uuid, transaction }) {
    return transaction(async (tx) => {
      const shareholder = await findShareholder(tx, body.shareholder_id)
      if (!shareholder) throw shareholderNotFound()
      await lockOpen(tx, 'LEGAL_PERSON', shareholder.onboarding_id)
      const representative = newRepresentative(transaction_uuid ?? uuidv7(now.getTime()), shareholder, body, now)
      const errors = representativeBreaks(representative, shareholder, now)
      if (errors.length > 0) throw representativeRulesBroken({ errors })
      const others = await representativesOf(tx, shareholder.onboarding_id)
      const same = others.find(({ document }) => document === representative.document)
      if (same?.shareholder_id === shareholder.id) return representativeShown(same)
      if (same) {
        const rule = [
          'a pessoa já representa outro sócio',
          'the person represents another shareholder already',
        ] as const
        throw representativeRulesBroken({ errors: [broken('shareholder_id', 'REPRESENTS_ANOTHER', ...rule)] })
      }
      if (!(await insertRepresentative(tx, representative))) throw representativeIdTaken()
      record(tx, representativeCreated(representative))
      return representativeShown(representative)
    })
  },
})
