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
    where user_id = ${tx.scope.user_id} and onboarding_id = any (${onboarding_ids}::uuid[])`)
  // Put in order here: asked for an order, PostgreSQL 15 reads every step of the user in that order instead of these.
  const inOrder = steps.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
  return Map.groupBy(inOrder, ({ onboarding_id }) => onboarding_id)
}
