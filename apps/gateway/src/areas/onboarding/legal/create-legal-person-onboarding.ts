import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { exampleTerms } from '../consents/terms.ts'
import { exampleAddress } from '../fields.ts'
import { type OpeningServices, openOnboarding, openOnboardingErrors } from '../open-onboarding.ts'
import { companyShown, LegalPersonCreate, LegalPersonReply } from './legal-person.ts'
import { texts } from './texts.ts'

export const createLegalPersonOnboarding = route({
  name: 'createLegalPersonOnboarding',
  ...texts.createLegalPersonOnboarding,
  method: 'POST',
  path: '/v2/users/onboardings/legal-person',
  body: LegalPersonCreate,
  example: {
    user_account_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
    address: exampleAddress,
    company_revenue: 120_000_000,
    accepted_terms: true,
    terms: exampleTerms,
  },
  reply: { 201: LegalPersonReply },
  errors: openOnboardingErrors,

  async handle({ body, now, transaction_uuid, transaction }, services: OpeningServices) {
    const { accepted_terms: _, ...said } = body
    const id = transaction_uuid ?? uuidv7(now.getTime())
    return transaction(async (tx) =>
      companyShown(await openOnboarding(tx, { id, person_type: 'LEGAL_PERSON', ...said }, services)),
    )
  },
})
