import type pg from 'pg'
import sql from 'sql-template-tag'
import { caseOf } from '../../../cases/case-rule.ts'
import { endCases } from '../../../cases/write-cases.ts'
import { repository, scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { stepCases } from '../backoffice/cases.ts'
import { type Step, StepRecord } from './step.ts'

const lasting = [
  'id',
  'onboarding_id',
  'name',
  'order',
  'legal_representative_id',
  'shareholder_id',
  'created_at',
] as const

const steps = repository<Step>('onboarding_steps', StepRecord, {
  under: 'onboarding_id',
  kept: ['document'],
  fixed: [...lasting, 'document'],
  cases: stepCases,
})
const replanned = repository<Step>('onboarding_steps', StepRecord, {
  under: 'onboarding_id',
  kept: ['document'],
  fixed: lasting,
  cases: stepCases,
})

export const addStep = steps.add
export const saveStep = steps.save
/** Also writes the document of a step, which only a submission changes. */
export const saveReplannedStep = replanned.save

/** All steps of an onboarding in processing order. They change only under the lock of their onboarding. */
export async function stepsOf(tx: Tx, onboarding_id: string): Promise<Step[]> {
  const all = await tx.query<Step>(sql`
    select ${steps.columns} from onboarding_steps
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id}
    order by "order", id`)
  return steps.held(tx, all)
}

/** The steps of many onboardings in one statement, by onboarding and in processing order. */
export async function stepsOfAll(tx: Tx, onboarding_ids: string[]): Promise<Map<string, Step[]>> {
  if (onboarding_ids.length === 0) return new Map()
  const all = await tx.query<Step>(sql`
    select ${steps.columns} from onboarding_steps
    where ${scopeFilter(tx)} and onboarding_id = any (${onboarding_ids}::uuid[])`)
  // Sorted here: with ORDER BY, PostgreSQL 15 reads every step of the user in index order instead of these.
  const inOrder = all.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
  return Map.groupBy(inOrder, ({ onboarding_id }) => onboarding_id)
}

export function deleteStep(tx: Tx, { onboarding_id, id }: Step): void {
  tx.write(sql`
    delete from onboarding_steps
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} and id = ${id}`)
}

/**
 * Stops the steps of an onboarding that was returned to the integrator: no partner is called, and no analyst sees
 * them.
 */
export function pauseSteps(tx: Tx, onboarding_id: string, all: Step[]): void {
  tx.write(sql`
    update onboarding_steps set next_action_at = null
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} and next_action_at is not null`)
  const waiting = all.filter((step) => caseOf(stepCases, step))
  endCases(
    tx,
    stepCases,
    waiting.map(({ id }) => id),
    tx.scope.user_id,
  )
}

/**
 * Closes the steps of an ended onboarding. A step without a verdict keeps its status and is finished, so neither an
 * analyst nor a scheduled job sees it again.
 */
export function closeSteps(tx: Tx, all: Step[]): void {
  for (const step of all.filter(({ next_action_at, finished_at }) => next_action_at || !finished_at)) {
    const finished_at = step.finished_at ?? tx.now.toISOString()
    saveStep(tx, withNextVersion(step, { next_action_at: null, finished_at }, tx.now))
  }
}

export interface OnboardingKey {
  user_id: string
  onboarding_id: string
}

/** Due steps of all users, and liveness videos whose job was lost. */
export async function findDue(operator: pg.Pool, now: Date, limit: number): Promise<OnboardingKey[]> {
  const { rows } = await operator.query<OnboardingKey>(sql`
    select distinct user_id, onboarding_id from (
      (select step.user_id, step.onboarding_id from onboarding_steps step
       join onboardings one on one.user_id = step.user_id and one.id = step.onboarding_id
       where step.next_action_at <= ${now} and one.status in ('in_process', 'in_process_delayed', 'approved')
       order by step.next_action_at limit ${limit})
      union all
      (select face.user_id, face.onboarding_id from liveness_checks face
       join onboardings one on one.user_id = face.user_id and one.id = face.onboarding_id
       join onboarding_steps step on step.user_id = face.user_id and step.onboarding_id = face.onboarding_id
         and step.name = 'LIVENESS' and step.legal_representative_id is not distinct from face.legal_representative_id
       where face.status = 'IN_ANALYSIS' and face.revoked_at is null and step.status = 'PENDING'
         and one.status in ('in_process', 'in_process_delayed', 'approved') order by face.updated_at limit ${limit})
    ) due`)
  return rows
}

/** Overdue onboardings of all users that wait for the integrator or for a video. */
export async function findOverdue(operator: pg.Pool, now: Date, limit: number): Promise<OnboardingKey[]> {
  const { rows } = await operator.query<OnboardingKey>(sql`
    select user_id, id as onboarding_id from onboardings o
    where expires_at <= ${now} and (status in ('pending', 'invalid')
      or exists (select 1 from liveness_checks face where face.user_id = o.user_id and face.onboarding_id = o.id
        and face.status = 'WAITING_SUBMISSION'))
    order by expires_at limit ${limit}`)
  return rows
}
