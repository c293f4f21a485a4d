import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { found } from '../../../platform/errors/fault.ts'
import { onboardingNotFound } from '../errors.ts'
import { OnboardingPath } from '../fields.ts'
import { revealedSight } from './masking.ts'
import { OnboardingCase, type ReadCase, readOnboardingCase, shownOnboardingCase } from './onboarding-case.ts'
import { ownerOf } from './owner.ts'

export const revealOnboarding = deskRoute({
  name: 'revealOnboarding',
  summary: 'The same with personal data shown',
  method: 'POST',
  path: '/v1/onboardings/:id/reveal',
  roles: ['analyst', 'approver'],
  reveals: 'reveal',
  params: OnboardingPath,
  body: Reveal,
  example: { reason: 'The name must be compared with the document.' },
  reply: { 200: OnboardingCase },
  errors: [onboardingNotFound, revealsLimited],

  async handle({ params: { id }, body: { reason }, look, act }) {
    const user_id = await ownerOf(look, id)
    return act({
      user_id,
      subject: { type: 'onboarding', id },
      reason,
      async work(tx) {
        const read = found(await readOnboardingCase(tx, id), onboardingNotFound)
        return { answer: shownOnboardingCase(read, revealedSight), changes: { seen: seenOf(read) } }
      },
    })
  },
})

/** What the audit log records of a view: the records and their versions. */
function seenOf({ onboarding, account, shareholders, representatives, others, sameBytes }: ReadCase) {
  const sharing = sameBytes.map(({ onboarding_id: id, version }) => ({ id, version }))
  const records = [
    onboarding,
    ...(account ? [account] : []),
    ...shareholders,
    ...representatives,
    ...others,
    ...sharing,
  ]
  return records.map(({ id, version }) => [id, version])
}
