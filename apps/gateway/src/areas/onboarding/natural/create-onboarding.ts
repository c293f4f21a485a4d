import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { exampleTerms } from '../consents/terms.ts'
import { exampleAddress } from '../fields.ts'
import { shown } from '../onboarding.ts'
import { type OpeningServices, openOnboarding, openOnboardingErrors } from '../open-onboarding.ts'
import { OnboardingCreate, OnboardingReply } from './natural-person.ts'
import { texts } from './texts.ts'

export const createOnboarding = route({
  name: 'createOnboarding',
  ...texts.createOnboarding,
  method: 'POST',
  path: '/v2/users/onboardings',
  body: OnboardingCreate,
  example: {
    user_account_id: '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d',
    address: exampleAddress,
    nationality: 'brasileira',
    pep: false,
    occupation_income: 500_000,
    accepted_terms: true,
    terms: exampleTerms,
  },
  reply: { 201: OnboardingReply },
  errors: openOnboardingErrors,

  async handle({ body, now, transaction_uuid, transaction }, services: OpeningServices) {
    const { accepted_terms: _, ...said } = body
    const id = transaction_uuid ?? uuidv7(now.getTime())
    return transaction(async (tx) =>
      shown(await openOnboarding(tx, { id, person_type: 'NATURAL_PERSON', ...said }, services)),
    )
  },
})
