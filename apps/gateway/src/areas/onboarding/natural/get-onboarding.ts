import { route } from '../../../http/route.ts'
import { documentsOf } from '../documents/document-store.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOf } from '../open-onboarding.ts'
import { OnboardingDetail, withMissing } from './attach-documents.ts'
import { texts } from './texts.ts'

export const getOnboarding = route({
  name: 'getOnboarding',
  ...texts.getOnboarding,
  method: 'GET',
  path: '/v2/users/onboardings/:id',
  params: OnboardingPath,
  brief: true,
  reply: { 200: OnboardingDetail },
  errors: [onboardingNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const found = findOf(tx, 'NATURAL_PERSON', params.id)
      const [onboarding, documents] = await Promise.all([found, documentsOf(tx, params.id)])
      return withMissing(onboarding, documents)
    })
  },
})
