import { route } from '../../../http/route.ts'
import { correctOnboarding, correctOnboardingErrors } from '../correct-onboarding.ts'
import { OnboardingPath } from '../fields.ts'
import { companyShown, LegalPersonPatch, LegalPersonReply } from './legal-person.ts'
import { texts } from './texts.ts'

export const updateLegalPersonOnboarding = route({
  name: 'updateLegalPersonOnboarding',
  ...texts.updateLegalPersonOnboarding,
  method: 'PATCH',
  path: '/v2/users/onboardings/legal-person/:id',
  params: OnboardingPath,
  body: LegalPersonPatch,
  example: { company_revenue: 150_000_000, address: { complement: 'sala 12' } },
  reply: { 200: LegalPersonReply },
  errors: correctOnboardingErrors,

  async handle({ params, body, if_match, transaction }) {
    const meant = { person_type: 'LEGAL_PERSON', id: params.id, if_match } as const
    return transaction(async (tx) => companyShown(await correctOnboarding(tx, meant, body, LegalPersonPatch)))
  },
})
