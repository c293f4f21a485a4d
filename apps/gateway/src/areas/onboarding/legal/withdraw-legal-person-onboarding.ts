import { route } from '../../../http/route.ts'
import { correctOnboardingErrors, takeBackOnboarding } from '../correct-onboarding.ts'
import { OnboardingPath } from '../fields.ts'
import { companyShown, LegalPersonReply } from './legal-person.ts'
import { texts } from './texts.ts'

export const withdrawLegalPersonOnboarding = route({
  name: 'withdrawLegalPersonOnboarding',
  ...texts.withdrawLegalPersonOnboarding,
  method: 'DELETE',
  path: '/v2/users/onboardings/legal-person/:id',
  params: OnboardingPath,
  reply: { 200: LegalPersonReply },
  errors: correctOnboardingErrors,

  async handle({ params, if_match, transaction }) {
    const meant = { person_type: 'LEGAL_PERSON', id: params.id, if_match } as const
    return transaction(async (tx) => companyShown(await takeBackOnboarding(tx, meant)))
  },
})
