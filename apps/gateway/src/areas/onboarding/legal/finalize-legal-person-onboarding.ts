import { route } from '../../../http/route.ts'
import { documentsOf } from '../documents/document-store.ts'
import { onboardingIncomplete } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { livenessesOf } from '../liveness/liveness-store.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { representativesOf } from '../representatives/representative-store.ts'
import { shareholdersOf } from '../shareholders/shareholder-store.ts'
import { submitOnboarding } from '../steps/submit-onboarding.ts'
import { companyShown, LegalPersonReply } from './legal-person.ts'
import { missingForFinalize } from './missing-for-finalize.ts'
import { texts } from './texts.ts'

/** Submits the onboarding. When something is missing, all of it is reported at once; otherwise the checks begin. */
export const finalizeLegalPersonOnboarding = route({
  name: 'finalizeLegalPersonOnboarding',
  ...texts.finalizeLegalPersonOnboarding,
  method: 'POST',
  path: '/v2/users/onboardings/legal-person/:id/finalize',
  params: OnboardingPath,
  reply: { 200: LegalPersonReply },
  errors: [...changeErrors, onboardingIncomplete],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'LEGAL_PERSON', params.id)
      const [shareholders, representatives, documents, livenesses] = await Promise.all([
        shareholdersOf(tx, stored.id),
        representativesOf(tx, stored.id),
        documentsOf(tx, stored.id),
        livenessesOf(tx, stored.id),
      ])
      const { liveness_method } = stored
      const filmed = livenesses.filter(({ submitted_at }) => submitted_at !== null)
      const errors = missingForFinalize({ liveness_method, shareholders, representatives, documents, filmed })
      if (errors.length > 0) throw onboardingIncomplete({ errors })
      return companyShown(await submitOnboarding(tx, stored, { representatives, shareholders }))
    })
  },
})
