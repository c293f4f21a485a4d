import { record } from '../../../events/record.ts'
import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { representativeAlreadyExists, representativeIdTaken, representativeRulesBroken } from '../errors.ts'
import { users } from '../events.ts'
import { exampleAddress } from '../fields.ts'
import { saidOtherwise } from '../idempotent-create.ts'
import { changeShareholderErrors, lockOpenShareholder } from '../shareholders/open-shareholder.ts'
import {
  type LegalRepresentative,
  newRepresentative,
  RepresentativeCreate,
  RepresentativeReply,
  representativeShown,
} from './representative.ts'
import { crowdBreaks, representativeBreaks } from './representative-rules.ts'
import { insertRepresentative, representativesOf } from './representative-store.ts'
import { texts } from './texts.ts'

/** Idempotent create: the same request again returns the existing representative. */
export const createLegalRepresentative = route({
  name: 'createLegalRepresentative',
  ...texts.createLegalRepresentative,
  method: 'POST',
  path: '/v2/users/legal-representatives',
  body: RepresentativeCreate,
  example: {
    shareholder_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
    document: '10001000144',
    name: 'Inês Canário Prado',
    mother_name: 'Rosa Canário Prado',
    birth_date: '1980-01-31',
    representor_type: 'PARTNER',
    pep: false,
    is_public_server: false,
    phone_number: '+5581999990000',
    email: 'ines@empresa.example',
    relationship_start_date: '2020-05-01',
    address: exampleAddress,
  },
  reply: { 201: RepresentativeReply },
  errors: [...changeShareholderErrors, representativeRulesBroken, representativeAlreadyExists, representativeIdTaken],

  async handle({ body, now, transaction_uuid, transaction }) {
    return transaction(async (tx) => {
      const { shareholder } = await lockOpenShareholder(tx, body.shareholder_id)
      const representative = newRepresentative(transaction_uuid ?? uuidv7(now.getTime()), shareholder, body, now)
      const others = await representativesOf(tx, shareholder.onboarding_id)
      const same = others.find(({ document }) => document === representative.document)
      if (same) return again(same, representative, transaction_uuid)
      const errors = [...representativeBreaks(representative, shareholder, now), ...crowdBreaks(others)]
      if (errors.length > 0) throw representativeRulesBroken({ errors })
      if (!(await insertRepresentative(tx, representative))) throw representativeIdTaken()
      record(tx, users.legal_representative.created(representative))
      return representativeShown(representative)
    })
  },
})

function again(stored: LegalRepresentative, sent: LegalRepresentative, chosen_id: string | undefined) {
  const errors = saidOtherwise(representativeShown(stored), representativeShown(sent), RepresentativeCreate, chosen_id)
  if (errors.length > 0) throw representativeAlreadyExists({ errors, members: { legal_representative_id: stored.id } })
  return representativeShown(stored)
}
