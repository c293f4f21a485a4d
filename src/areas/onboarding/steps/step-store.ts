import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Step } from './step.ts'

const columns = raw(`id, onboarding_id, name, status, "order", legal_representative_id, attempts, failures,
  pending_since, reason, next_action_at, finished_at, version, created_at, updated_at`)

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
        ${step.legal_representative_id}, ${step.attempts}, ${step.failures}, ${step.pending_since}, ${step.reason},
        ${step.next_action_at}, ${step.finished_at}, ${step.version}, ${step.created_at}, ${step.updated_at})`)
}

export function saveStep(tx: Tx, step: Step): void {
  tx.write(sql`
    update onboarding_steps set status = ${step.status}, attempts = ${step.attempts}, failures = ${step.failures},
      pending_since = ${step.pending_since}, reason = ${step.reason}, next_action_at = ${step.next_action_at}, finished_at = ${step.finished_at},
      version = ${step.version}, updated_at = ${step.updated_at}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${step.onboarding_id} and id = ${step.id}`)
}

export function deleteStep(tx: Tx, { onboarding_id, id }: Step): void {
  tx.write(sql`
    delete from onboarding_steps
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and id = ${id}`)
}

/** Nobody is asked about an onboarding that is back in the hands of the integrator. */
export function restSteps(tx: Tx, onboarding_id: string): void {
  tx.write(sql`
    update onboarding_steps set next_action_at = null
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and next_action_at is not null`)
}

/**
 * Nothing of an onboarding that has ended waits for anybody. What was not judged keeps its status and is over all the same:
 * neither an analyst nor the clock comes upon it again, and no address of a face opens.
 */
export function closeSteps(tx: Tx, onboarding_id: string): void {
  tx.write(sql`
    update onboarding_steps set next_action_at = null, finished_at = coalesce(finished_at, ${tx.now}),
      version = version + 1, updated_at = greatest(${tx.now}, updated_at)
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
      and (next_action_at is not null or finished_at is null)`)
  tx.write(sql`
    update livenesses set revoked_at = ${tx.now}, version = version + 1, updated_at = greatest(${tx.now}, updated_at)
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and revoked_at is null
      and status not in ('APPROVED', 'REJECTED')`)
}
