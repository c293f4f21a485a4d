import { route } from '../../../http/route.ts'
import { correctOnboarding, correctOnboardingErrors } from '../correct-onboarding.ts'
import { OnboardingPath } from '../fields.ts'
import { shown } from '../onboarding.ts'
import { OnboardingPatch, OnboardingReply } from './natural-person.ts'
import { texts } from './texts.ts'

export const updateOnboarding = route({
  name: 'updateOnboarding',
  ...texts.updateOnboarding,
  method: 'PATCH',
  path: '/v2/users/onboardings/:id',
  params: OnboardingPath,
  body: OnboardingPatch,
  example: { address: { number: 296, complement: 'fundos' }, pep_since: null },
  reply: { 200: OnboardingReply },
  errors: correctOnboardingErrors,

  async handle({ params, body, if_match, transaction }) {
    const meant = { person_type: 'NATURAL_PERSON', id: params.id, if_match } as const
    return transaction(async (tx) => shown(await correctOnboarding(tx, meant, body, OnboardingPatch)))
  },
})
