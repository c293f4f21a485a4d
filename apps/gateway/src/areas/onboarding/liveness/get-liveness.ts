import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOnboarding } from '../onboarding-store.ts'
import { livenessNotStarted } from './errors.ts'
import { findLiveness } from './liveness-store.ts'
import { type LivenessServices, shownLiveness, shownMembers } from './liveness-view.ts'
import { texts } from './texts.ts'

/** The state of a natural person's liveness, with the link to send while it is open. */
export const getLiveness = route({
  name: 'getLiveness',
  ...texts.getLiveness,
  method: 'GET',
  path: '/v2/users/onboardings/:id/liveness',
  params: OnboardingPath,
  brief: true,
  reply: { 200: Type.Object(shownMembers, { title: 'Liveness' }) },
  errors: [onboardingNotFound, livenessNotStarted],

  async handle({ params, scope, transaction }, { livenessAddresses }: LivenessServices) {
    return transaction(async (tx) => {
      const [onboarding, liveness] = await Promise.all([
        findOnboarding(tx, params.id),
        findLiveness(tx, params.id, null),
      ])
      if (onboarding?.person_type !== 'NATURAL_PERSON') throw onboardingNotFound()
      if (!liveness && !onboarding.submitted_at) throw livenessNotStarted()
      return shownLiveness(livenessAddresses, scope.user_id, onboarding, liveness, tx.now)
    })
  },
})
