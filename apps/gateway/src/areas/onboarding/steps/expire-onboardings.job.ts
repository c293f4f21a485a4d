import { runAsUser, type Tx } from '../../../http/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { failedMessages } from '../failed-messages.ts'
import { livenessesOf } from '../liveness/liveness-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { takesChanges } from '../status.ts'
import { endOnboarding } from './end-onboarding.ts'
import type { StepServices } from './step-services.ts'
import { findOverdue, stepsOf } from './step-store.ts'

const BATCH_MAX = 500

/**
 * Ends onboardings that waited too long for the integrator or for a person. One that waits for the gateway, an analyst
 * or a partner does not expire, so that no person loses an account because of our delay.
 */
export const expireOnboardings = job('expire-onboardings', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: StepServices, _, job_id) {
    const { operator, clock, log } = services
    for (const { user_id, onboarding_id } of await findOverdue(operator, clock.now(), BATCH_MAX))
      await runAsUser(services, user_id, job_id, (tx) => expire(tx, onboarding_id)).catch((error: unknown) =>
        log.error('onboarding_not_expired', { user_id, job_id }, error),
      )
  },
})

/** Checks again under the lock, because data that arrived meanwhile was in time. */
async function expire(tx: Tx, id: string): Promise<void> {
  const stored = await lockOnboarding(tx, id)
  if (!stored?.expires_at || new Date(stored.expires_at) > tx.now) return
  const deadline = { actor: 'gateway', reason: 'DEADLINE' }
  if (takesChanges(stored.status)) {
    await endOnboarding(tx, stored, { move: 'expired', ...deadline })
    return
  }
  const changes = await firstFaceMissing(tx, id)
  if (changes) await endOnboarding(tx, stored, { move: 'rejected', changes, ...deadline })
}

/** The first person, in the order of the steps, who has no video. */
async function firstFaceMissing(tx: Tx, onboarding_id: string): Promise<Partial<Onboarding> | undefined> {
  const [steps, faces] = await Promise.all([stepsOf(tx, onboarding_id), livenessesOf(tx, onboarding_id)])
  const step = steps.find(
    ({ name, status, legal_representative_id }) =>
      name === 'LIVENESS' &&
      status === 'PENDING' &&
      faces.some(
        (face) => face.legal_representative_id === legal_representative_id && face.status === 'WAITING_SUBMISSION',
      ),
  )
  return (
    step && {
      failed_code: 'ONBOARDING_REJECTED_LIVENESS_EXPIRED',
      failed_message: failedMessages.faceMissing,
      rejected_legal_representative_id: step.legal_representative_id,
    }
  )
}
