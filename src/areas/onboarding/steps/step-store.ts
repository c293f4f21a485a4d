import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Step } from './step.ts'

const columns = raw(`id, onboarding_id, name, status, "order", legal_representative_id, attempts, reason, finished_at,
  version, created_at, updated_at`)

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
        ${step.legal_representative_id}, ${step.attempts}, ${step.reason}, ${step.finished_at}, ${step.version},
        ${step.created_at}, ${step.updated_at})`)
}

export function saveStep(tx: Tx, step: Step): void {
  tx.write(sql`
    update onboarding_steps set status = ${step.status}, attempts = ${step.attempts}, reason = ${step.reason},
      finished_at = ${step.finished_at}, version = ${step.version}, updated_at = ${step.updated_at}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${step.onboarding_id} and id = ${step.id}`)
}
