import { uuidv7 } from '../../../base/ids.ts'
import { route } from '../../../gate/route.ts'
import { type OnboardingTerms, openOnboarding, openOnboardingErrors } from '../open-onboarding.ts'
import { OnboardingCreate, OnboardingReply, shown } from './natural-person.ts'

export const createOnboarding = (terms: OnboardingTerms) =>
  route({
    name: 'createOnboarding',
    summary: 'Begin the onboarding of a natural person',
    method: 'POST',
    path: '/v2/users/onboardings',
    body: OnboardingCreate,
    reply: { 201: OnboardingReply },
    errors: openOnboardingErrors,

    async handle({ body, now, transaction_uuid, transaction }) {
      const { accepted_terms: _, ...said } = body
      const id = transaction_uuid ?? uuidv7(now.getTime())
      return transaction(async (tx) =>
        shown(await openOnboarding(tx, { id, person_type: 'NATURAL_PERSON', ...said }, terms)),
      )
    },
  })
