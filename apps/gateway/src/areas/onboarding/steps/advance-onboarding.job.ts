import Type from 'typebox'
import { Uuid } from '../../../http/schema.ts'
import { runAsUser, type Tx } from '../../../http/transaction.ts'
import { PartnerFailure, PartnerUnusable } from '../../../partners/failure.ts'
import { job } from '../../../platform/jobs/job.ts'
import { applyJudgement } from './apply-decision.ts'
import { beginSteps, STEPS_AT_ONCE, type StartedStep } from './begin-steps.ts'
import { makeQuestion, readFacts } from './check-question.ts'
import { isForRegisterAlone, type Judgement } from './decide-step.ts'
import type { StepServices } from './step-services.ts'

/** Added to the timeout of a partner call, for the work around it. */
const LEASE_SLACK_MS = 30_000
/** Enough for every subject of the largest company. A later job continues after that. */
const ROUNDS_MAX = 20

/**
 * Advances one onboarding as far as it can go now. It is enqueued with every change that makes progress possible.
 * Partners are called between transactions, never within one, and each transaction rereads what it changes.
 */
export const advanceOnboarding = job('advance-onboarding', {
  data: Type.Object({ user_id: Uuid, onboarding_id: Uuid }),
  retryLimit: 3,
  async run(services: StepServices, { user_id, onboarding_id }, job_id): Promise<void> {
    const within: Within = (work) => runAsUser(services, user_id, job_id, work)
    const leaseMs = services.onboardingChecks.timeoutMs + LEASE_SLACK_MS
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const begun = await within((tx) => beginSteps(tx, onboarding_id, leaseMs))
      await Promise.all(begun.map((one) => judge(services, within, one, { user_id, job_id })))
      if (begun.length < STEPS_AT_ONCE) return
    }
  },
})

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function judge(
  services: StepServices,
  within: Within,
  one: StartedStep,
  fields: { user_id: string; job_id: string },
): Promise<void> {
  const { id: step_id, onboarding_id, name, attempts } = one.step
  const judgement = await within((tx) => readFacts(tx, one))
    .then(async (facts): Promise<Judgement> => {
      const question = await makeQuestion(services.objects, facts)
      const asked_at = services.clock.now()
      const { verdict, reason, text } = await services.onboardingChecks.check(question)
      const judgement: Judgement = { verdict, reason, by: 'partner' }
      if (!isForRegisterAlone(one.step)) return judgement
      // The registry answers clear or blocked. An adapter that requests manual review has no valid answer.
      if (verdict === 'MANUAL_REVIEW') throw new PartnerUnusable(reason ?? verdict)
      const { check_id, subject } = question
      return { ...judgement, evidence: { check_id, document: subject.document, asked_at, text } }
    })
    .catch((error: unknown) => unheard(services, error, { ...fields, name, attempt: attempts }))
  const isThisAttempt = (step: StartedStep['step']) => step.status === 'PROCESSING' && step.attempts === attempts
  await within(async (tx) => {
    const said = { ...judgement, actor: 'partner' }
    const applied = await applyJudgement(tx, { onboarding_id, step_id }, isThisAttempt, said, services.settings)
    if (applied?.due) await advanceAt(tx, onboarding_id, applied.due)
  })
}

/** Enqueues a job that advances the onboarding at that time. */
export function advanceAt(tx: Tx, onboarding_id: string, due: Date): Promise<void> {
  const key = { user_id: tx.scope.user_id, onboarding_id }
  return tx.enqueue(advanceOnboarding, key, { inMs: due.getTime() - tx.now.getTime() })
}

/**
 * An error of any kind contains no information about the person: the partner is called again, and after several
 * failures an analyst reviews the step.
 */
function unheard({ log }: StepServices, error: unknown, fields: Parameters<typeof log.warn>[1]): Judgement {
  const reason = error instanceof PartnerFailure ? error.code : 'UNEXPECTED'
  if (error instanceof PartnerFailure) log.warn('onboarding_check_unheard', { ...fields, reason })
  else log.error('onboarding_check_unheard', { ...fields, reason }, error)
  return { verdict: 'UNAVAILABLE', reason, by: 'partner' }
}
