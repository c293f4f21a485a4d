import { route } from '../../../http/route.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOf } from '../open-onboarding.ts'
import { companyShown, LegalPersonReply } from './legal-person.ts'
import { texts } from './texts.ts'

export const getLegalPersonOnboarding = route({
  name: 'getLegalPersonOnboarding',
  ...texts.getLegalPersonOnboarding,
  method: 'GET',
  path: '/v2/users/onboardings/legal-person/:id',
  params: OnboardingPath,
  brief: true,
  reply: { 200: LegalPersonReply },
  errors: [onboardingNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => companyShown(await findOf(tx, 'LEGAL_PERSON', params.id)))
  },
})
