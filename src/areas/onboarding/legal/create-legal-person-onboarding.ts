import { uuidv7 } from '../../../base/ids.ts'
import { route } from '../../../gate/route.ts'
import { type OnboardingTerms, openOnboarding, openOnboardingErrors } from '../open-onboarding.ts'
import { companyShown, LegalPersonCreate, LegalPersonReply } from './legal-person.ts'

export const createLegalPersonOnboarding = (terms: OnboardingTerms) =>
  route({
    name: 'createLegalPersonOnboarding',
    summary: 'Begin the onboarding of a legal person',
    method: 'POST',
    path: '/v2/users/onboardings/legal-person',
    body: LegalPersonCreate,
    reply: { 201: LegalPersonReply },
    errors: openOnboardingErrors,

    async handle({ body, now, transaction_uuid, transaction }) {
      const { accepted_terms: _, ...said } = body
      const id = transaction_uuid ?? uuidv7(now.getTime())
      return transaction(async (tx) =>
        companyShown(await openOnboarding(tx, { id, person_type: 'LEGAL_PERSON', ...said }, terms)),
      )
    },
  })
