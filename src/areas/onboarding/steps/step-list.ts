import sql from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Step } from './step.ts'

type ListedStep = Pick<Step, 'id' | 'onboarding_id' | 'name' | 'status' | 'order' | 'legal_representative_id'> & {
  finished_at: string | null
}

/** The steps of many onboardings in one statement, each under its onboarding and in the order they are taken. */
export async function stepsOfAll(tx: Tx, onboarding_ids: string[]): Promise<Map<string, ListedStep[]>> {
  if (onboarding_ids.length === 0) return new Map()
  const steps = await tx.query<ListedStep>(sql`
    select id, onboarding_id, name, status, "order", legal_representative_id, finished_at from onboarding_steps
    where user_id = ${tx.scope.user_id} and onboarding_id = any (${onboarding_ids}::uuid[])
    order by onboarding_id, "order", id`)
  return Map.groupBy(steps, ({ onboarding_id }) => onboarding_id)
}
