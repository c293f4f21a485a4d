import { route } from '../../../http/route.ts'
import { correctOnboardingErrors, takeBackOnboarding } from '../correct-onboarding.ts'
import { OnboardingPath } from '../fields.ts'
import { shown } from '../onboarding.ts'
import { OnboardingReply } from './natural-person.ts'
import { texts } from './texts.ts'

export const withdrawOnboarding = route({
  name: 'withdrawOnboarding',
  ...texts.withdrawOnboarding,
  method: 'DELETE',
  path: '/v2/users/onboardings/:id',
  params: OnboardingPath,
  reply: { 200: OnboardingReply },
  errors: correctOnboardingErrors,

  async handle({ params, if_match, transaction }) {
    const meant = { person_type: 'NATURAL_PERSON', id: params.id, if_match } as const
    return transaction(async (tx) => shown(await takeBackOnboarding(tx, meant)))
  },
})
