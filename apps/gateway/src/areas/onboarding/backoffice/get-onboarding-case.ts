import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { maskedSight } from './masking.ts'
import { OnboardingCase, readOnboardingCase, shownOnboardingCase } from './onboarding-case.ts'
import { ownerOf } from './owner.ts'

export const showOnboarding = deskRoute({
  name: 'showOnboarding',
  summary: 'An onboarding, with all data for the decision',
  method: 'GET',
  path: '/v1/onboardings/:id',
  roles: viewerRoles,
  params: OnboardingPath,
  reply: { 200: OnboardingCase },
  errors: [onboardingNotFound],

  async handle({ params: { id }, look, lookAt }) {
    const user_id = await ownerOf(look, id)
    const read = await lookAt(user_id, (tx) => readOnboardingCase(tx, id))
    return shownOnboardingCase(found(read, onboardingNotFound), maskedSight)
  },
})
