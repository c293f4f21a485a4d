import { record } from '../../../events/record.ts'
import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { shareholderAlreadyExists, shareholderIdTaken, shareholderRulesBroken } from '../errors.ts'
import { users } from '../events.ts'
import { saidOtherwise } from '../idempotent-create.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import {
  newShareholder,
  refuseBeside,
  type Shareholder,
  ShareholderCreate,
  ShareholderReply,
  shareholderShown,
} from './shareholder.ts'
import { insertShareholder, shareholdersOf } from './shareholder-store.ts'
import { texts } from './texts.ts'

/** Idempotent create: the same request again returns the existing shareholder. */
export const createShareholder = route({
  name: 'createShareholder',
  ...texts.createShareholder,
  method: 'POST',
  path: '/v2/users/shareholders',
  body: ShareholderCreate,
  example: {
    onboarding_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
    name: 'Inês Canário Prado',
    document: '10001000144',
    type: 'PARTNER',
    participation_percentage: 33.33,
  },
  reply: { 201: ShareholderReply },
  errors: [...changeErrors, shareholderRulesBroken, shareholderAlreadyExists, shareholderIdTaken],

  async handle({ body, now, transaction_uuid, transaction }) {
    const said = newShareholder(transaction_uuid ?? uuidv7(now.getTime()), body, now)
    return transaction(async (tx) => {
      const { product_id } = await lockOpen(tx, 'LEGAL_PERSON', said.onboarding_id)
      const shareholder = { ...said, product_id }
      const others = await shareholdersOf(tx, shareholder.onboarding_id)
      const same = others.find(({ document }) => document === shareholder.document)
      if (same) return again(same, shareholder, transaction_uuid)
      refuseBeside(others, shareholder)
      if (!(await insertShareholder(tx, shareholder))) throw shareholderIdTaken()
      record(tx, users.shareholder.created(shareholder))
      return shareholderShown(shareholder)
    })
  },
})

function again(stored: Shareholder, sent: Shareholder, chosen_id: string | undefined) {
  const errors = saidOtherwise(shareholderShown(stored), shareholderShown(sent), ShareholderCreate, chosen_id)
  if (errors.length > 0) throw shareholderAlreadyExists({ errors, members: { shareholder_id: stored.id } })
  return shareholderShown(stored)
}
