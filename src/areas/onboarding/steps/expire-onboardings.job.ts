import type { Job } from '../../../base/jobs/job.ts'
import { record } from '../../../events/record.ts'
import { runForUser, type Tx } from '../../../gate/transaction.ts'
import { livenessesOf } from '../liveness/liveness-store.ts'
import { happened, type Onboarding, stepped } from '../onboarding.ts'
import { lockOnboarding, saveOnboarding } from '../onboarding-store.ts'
import { nextStatus, type OnboardingEvent, takesChanges } from '../status.ts'
import { note } from './activity.ts'
import type { Desk, OnboardingKey } from './desk.ts'
import { failedMessages } from './failed-messages.ts'
import { closeSteps, stepsOf } from './step-store.ts'

const BATCH_MAX = 500

/**
 * Ends what waited too long for the integrator or for a person. What waits for us, for an analyst or for a partner does
 * not end by itself: nobody loses an account because we are slow.
 */
export function expireOnboardings(desk: Desk): Job {
  return {
    name: 'expire-onboardings',
    cron: '* * * * *',
    retryLimit: 0,
    async run(_, job_id) {
      const { operator, clock, log } = desk
      const { rows } = await operator.query<OnboardingKey>(
        `select user_id, id as onboarding_id from onboardings o
         where expires_at <= $1 and (status in ('pending', 'invalid')
           or exists (select 1 from livenesses face where face.user_id = o.user_id and face.onboarding_id = o.id
             and face.status = 'WAITING_SUBMISSION'))
         order by expires_at limit $2`,
        [clock.now(), BATCH_MAX],
      )
      for (const { user_id, onboarding_id } of rows) {
        await runForUser(desk, user_id, job_id, clock.now(), (tx) => expire(tx, onboarding_id)).catch(
          (error: unknown) => log.error('onboarding_not_expired', { user_id, job_id }, error),
        )
      }
    },
  }
}

/** Looks again under the lock: what came in the meantime was in time. */
async function expire(tx: Tx, id: string): Promise<void> {
  const stored = await lockOnboarding(tx, id)
  if (!stored?.expires_at || new Date(stored.expires_at) > tx.now) return
  if (takesChanges(stored.status)) return end(tx, stored, 'expired', {})
  const missing = await firstFaceMissing(tx, id)
  if (missing) end(tx, stored, 'rejected', missing)
}

/** The first person, in the order of the steps, whose face nobody has seen. */
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

function end(tx: Tx, stored: Onboarding, event: OnboardingEvent, changes: Partial<Onboarding>): void {
  const status = nextStatus(stored.status, event)
  if (!status) return
  const ended = stepped(stored, { ...changes, status, expires_at: null }, tx.now)
  saveOnboarding(tx, ended)
  closeSteps(tx, ended.id)
  note(tx, ended, { what: event, actor: 'gateway', reason: 'DEADLINE' })
  record(tx, happened(event, ended))
}
