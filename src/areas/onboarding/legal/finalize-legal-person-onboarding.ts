import sql from 'sql-template-tag'
import { route } from '../../../gate/route.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { documentsOf } from '../documents/document-store.ts'
import { onboardingIncomplete } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { changeErrors, lockOpen } from '../open-onboarding.ts'
import { representativesOf } from '../representatives/representative-store.ts'
import { shareholdersOf } from '../shareholders/shareholder-store.ts'
import { submitOnboarding } from '../steps/submit-onboarding.ts'
import { companyShown, LegalPersonReply } from './legal-person.ts'
import { missingForFinalize } from './missing-for-finalize.ts'

/** Says that everything was sent. What is still missing is told all at once; otherwise the checks begin. */
export const finalizeLegalPersonOnboarding = route({
  name: 'finalizeLegalPersonOnboarding',
  summary: 'Submit the onboarding of a legal person',
  method: 'POST',
  path: '/v2/users/onboardings/legal-person/:id/finalize',
  params: OnboardingPath,
  reply: { 200: LegalPersonReply },
  errors: [...changeErrors, onboardingIncomplete],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const stored = await lockOpen(tx, 'LEGAL_PERSON', params.id)
      const [shareholders, representatives, documents, filmed] = await Promise.all([
        shareholdersOf(tx, stored.id),
        representativesOf(tx, stored.id),
        documentsOf(tx, stored.id),
        filmedOf(tx, stored.id),
      ])
      const { liveness_method } = stored
      const errors = missingForFinalize({ liveness_method, shareholders, representatives, documents, filmed })
      if (errors.length > 0) throw onboardingIncomplete({ errors })
      const active = representatives.filter((representative) => representative.active)
      return companyShown(
        await submitOnboarding(
          tx,
          stored,
          active.map(({ id }) => id),
        ),
      )
    })
  },
})

/** Of which representatives a video was sent. */
function filmedOf(tx: Tx, onboarding_id: string): Promise<{ legal_representative_id: string | null }[]> {
  return tx.query(sql`
    select legal_representative_id from livenesses
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and submitted_at is not null`)
}
