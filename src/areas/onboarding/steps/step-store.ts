import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Step } from './step.ts'

const columns = raw(`id, onboarding_id, name, status, "order", legal_representative_id, attempts, failures, reason,
  next_action_at, finished_at, version, created_at, updated_at`)

/** All steps of an onboarding, in the order they are taken. */
export function stepsOf(tx: Tx, onboarding_id: string): Promise<Step[]> {
  return tx.query<Step>(sql`
    select ${columns} from onboarding_steps
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
    order by "order", id`)
}

export function insertSteps(tx: Tx, steps: Step[]): void {
  for (const step of steps)
    tx.write(sql`
      insert into onboarding_steps (user_id, ${columns})
      values (${tx.scope.user_id}, ${step.id}, ${step.onboarding_id}, ${step.name}, ${step.status}, ${step.order},
        ${step.legal_representative_id}, ${step.attempts}, ${step.failures}, ${step.reason}, ${step.next_action_at},
        ${step.finished_at}, ${step.version}, ${step.created_at}, ${step.updated_at})`)
}

export function saveStep(tx: Tx, step: Step): void {
  tx.write(sql`
    update onboarding_steps set status = ${step.status}, attempts = ${step.attempts}, failures = ${step.failures},
      reason = ${step.reason}, next_action_at = ${step.next_action_at}, finished_at = ${step.finished_at},
      version = ${step.version}, updated_at = ${step.updated_at}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${step.onboarding_id} and id = ${step.id}`)
}

export function deleteStep(tx: Tx, { onboarding_id, id }: Step): void {
  tx.write(sql`
    delete from onboarding_steps
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and id = ${id}`)
}

/** Nobody is asked about an onboarding that has ended, or that is back in the hands of the integrator. */
export function restSteps(tx: Tx, onboarding_id: string): void {
  tx.write(sql`
    update onboarding_steps set next_action_at = null
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and next_action_at is not null`)
}
