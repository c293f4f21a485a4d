import Type from 'typebox'
import { route } from '../../../http/route.ts'
import { Uuid } from '../../../http/schema.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { findOnboarding } from '../onboarding-store.ts'
import { representativesOf } from '../representatives/representative-store.ts'
import { livenessNotStarted } from './errors.ts'
import { livenessesOf } from './liveness-store.ts'
import { type LivenessServices, shownLiveness, shownMembers } from './liveness-view.ts'
import { texts } from './texts.ts'

const RepresentativeLiveness = Type.Object(
  { id: Uuid, name: Type.String(), ...shownMembers },
  { title: 'RepresentativeLiveness' },
)

/** The liveness of each active representative, with the links to send while they are open. */
export const listRepresentativeLivenesses = route({
  name: 'listRepresentativeLivenesses',
  ...texts.listRepresentativeLivenesses,
  method: 'GET',
  path: '/v2/users/onboardings/:id/legal-representatives/liveness',
  params: OnboardingPath,
  reply: { 200: Type.Array(RepresentativeLiveness) },
  errors: [onboardingNotFound, livenessNotStarted],

  async handle({ params, scope, transaction }, { livenessAddresses }: LivenessServices) {
    return transaction(async (tx) => {
      const [onboarding, people, livenesses] = await Promise.all([
        findOnboarding(tx, params.id),
        representativesOf(tx, params.id),
        livenessesOf(tx, params.id),
      ])
      if (onboarding?.person_type !== 'LEGAL_PERSON') throw onboardingNotFound()
      if (!onboarding.submitted_at) throw livenessNotStarted()
      const active = people.filter((representative) => representative.active)
      return active.map(({ id, name }) => {
        const liveness = livenesses.find(({ legal_representative_id }) => legal_representative_id === id)
        return { id, name, ...shownLiveness(livenessAddresses, scope.user_id, onboarding, liveness, tx.now) }
      })
    })
  },
})
