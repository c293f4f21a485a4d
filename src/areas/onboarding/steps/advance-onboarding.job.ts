import type { Job } from '../../../base/jobs/job.ts'
import { runForUser, type Tx } from '../../../gate/transaction.ts'
import { PartnerFailure } from '../../../partners/failure.ts'
import { applyJudgement } from './apply-judgement.ts'
import { beginSteps } from './begin-steps.ts'
import { type Facts, makeQuestion, readFacts } from './check-question.ts'
import type { Desk, OnboardingKey } from './desk.ts'
import type { Judgement } from './settle.ts'
import { ADVANCE_ONBOARDING } from './submit-onboarding.ts'

/** Added to the time a question takes, for what is done around it. */
const LEASE_SLACK_MS = 30_000

/** Takes one onboarding as far as it goes now. Enqueued with whatever makes that further than before. */
export function advanceOnboarding(desk: Desk): Job {
  return {
    name: ADVANCE_ONBOARDING,
    retryLimit: 3,
    run: (data, job_id) => advance(desk, data as OnboardingKey, job_id),
  }
}

const BATCH_MAX = 300

/**
 * Takes every onboarding further that is due. What there is to do stands in the rows: no queue has to remember it, and no
 * number of retries can run out.
 */
export function followOnboardings(desk: Desk): Job {
  return {
    name: 'follow-onboardings',
    cron: '* * * * *',
    retryLimit: 0,
    async run(_, job_id) {
      for (const key of await dueOnboardings(desk)) {
        await advance(desk, key, job_id).catch((error: unknown) =>
          desk.log.error('onboarding_not_advanced', { user_id: key.user_id, job_id }, error),
        )
      }
    },
  }
}

/** Steps whose time has come, and faces that were submitted while nobody was listening, of what is still judged. */
async function dueOnboardings({ operator, clock }: Desk): Promise<OnboardingKey[]> {
  const { rows } = await operator.query<OnboardingKey>(
    `select distinct user_id, onboarding_id from (
       (select step.user_id, step.onboarding_id from onboarding_steps step
        join onboardings one on one.user_id = step.user_id and one.id = step.onboarding_id
        where step.next_action_at <= $1 and one.status in ('in_process', 'in_process_delayed', 'approved')
        order by step.next_action_at limit $2)
       union all
       (select face.user_id, face.onboarding_id from livenesses face
        join onboardings one on one.user_id = face.user_id and one.id = face.onboarding_id
        join onboarding_steps step on step.user_id = face.user_id and step.onboarding_id = face.onboarding_id
          and step.name = 'LIVENESS' and step.legal_representative_id is not distinct from face.legal_representative_id
        where face.status = 'IN_ANALYSIS' and face.revoked_at is null and step.status = 'PENDING'
          and one.status in ('in_process', 'in_process_delayed', 'approved') order by face.updated_at limit $2)
     ) due`,
    [clock.now(), BATCH_MAX],
  )
  return rows
}

/** Whoever judges is asked between transactions, never within one; each transaction looks again at what it changes. */
async function advance(desk: Desk, { user_id, onboarding_id }: OnboardingKey, job_id: string): Promise<void> {
  const { clock, checkTerms, onboardingChecks } = desk
  const within = <T>(work: (tx: Tx) => Promise<T>) => runForUser(desk, user_id, job_id, clock.now(), work)
  const begun = await within((tx) => beginSteps(tx, onboarding_id, onboardingChecks.timeoutMs + LEASE_SLACK_MS))
  await Promise.all(
    begun.map(async (one) => {
      const { id: step_id, name, attempts } = one.step
      const judgement = await within((tx) => readFacts(tx, one))
        .then((facts) => ask(desk, facts))
        .catch((error: unknown) => unheard(desk, error, { user_id, job_id, name, attempt: attempts }))
      const isThisAttempt = (step: typeof one.step) => step.status === 'PROCESSING' && step.attempts === attempts
      await within((tx) =>
        applyJudgement(tx, { onboarding_id, step_id }, isThisAttempt, { ...judgement, actor: 'partner' }, checkTerms),
      )
    }),
  )
}

async function ask({ objects, onboardingChecks }: Desk, facts: Facts): Promise<Judgement> {
  const { verdict, reason } = await onboardingChecks.check(await makeQuestion(objects, facts))
  return { verdict, reason, by: 'partner' }
}

/** Whatever went wrong, nothing is known of the person: it is asked again, and after enough of that a person looks. */
function unheard(desk: Desk, error: unknown, fields: Parameters<Desk['log']['warn']>[1]): Judgement {
  const reason = error instanceof PartnerFailure ? error.code : 'UNEXPECTED'
  if (error instanceof PartnerFailure) desk.log.warn('onboarding_check_unheard', { ...fields, reason })
  else desk.log.error('onboarding_check_unheard', { ...fields, reason }, error)
  return { verdict: 'UNAVAILABLE', reason, by: 'partner' }
}
