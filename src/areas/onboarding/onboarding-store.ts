import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../gate/transaction.ts'
import { nameKey, type Onboarding } from './onboarding.ts'

/** What an onboarding is about stays as it came. Analysts, by their grants, could not change it either. */
const fixed = [
  'id',
  'product_id',
  'account_id',
  'person_type',
  'document',
  'full_name',
  'address',
  'nationality',
  'pep',
  'pep_since',
  'occupation_cbo_code',
  'occupation_income',
  'patrimony',
  'company_revenue',
  'created_at',
] as const satisfies (keyof Onboarding)[]
const moving = [
  'status',
  'failed_code',
  'failed_message',
  'rejected_legal_representative_id',
  'liveness_method',
  'submitted_at',
  'finished_at',
  'expires_at',
  'version',
  'updated_at',
] as const satisfies (keyof Onboarding)[]
const names = [...fixed, ...moving]
/** What a list reads too. */
export const onboardingColumns = raw(names.join(', '))

export async function findOnboarding(tx: Tx, id: string, lock: Sql = empty): Promise<Onboarding | undefined> {
  const [onboarding] = await tx.query<Onboarding>(sql`
    select ${onboardingColumns} from onboardings where user_id = ${tx.scope.user_id} and id = ${id} ${lock}`)
  return onboarding
}

/** The same, and nobody else changes it, or anything that belongs to it, until the transaction ends. */
export function lockOnboarding(tx: Tx, id: string): Promise<Onboarding | undefined> {
  return findOnboarding(tx, id, sql`for update`)
}

/** Whether the user whose it is and the product it was made for are still served: nobody is authenticated who could tell. */
export async function isServed(tx: Tx, id: string): Promise<boolean> {
  const served = await tx.query(sql`
    select served.product_id
    from onboardings, resolve_scope(onboardings.user_id, onboardings.product_id, null, null) served
    where onboardings.user_id = ${tx.scope.user_id} and onboardings.id = ${id} and served.product_id is not null`)
  return served.length === 1
}

/** False when the id is taken, or the person has an onboarding that bars another. */
export async function insertOnboarding(tx: Tx, onboarding: Onboarding): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into onboardings (user_id, name_key, ${onboardingColumns})
    values (${tx.scope.user_id}, ${nameKey(onboarding.full_name)}, ${join(names.map((name) => onboarding[name]))})
    on conflict do nothing returning id`)
  return inserted.length === 1
}

export function saveOnboarding(tx: Tx, onboarding: Onboarding): void {
  tx.write(saving(tx, onboarding))
}

/** Saves it before what follows in the same transaction looks at it. */
export async function saveOnboardingNow(tx: Tx, onboarding: Onboarding): Promise<void> {
  await tx.query(saving(tx, onboarding))
}

function saving(tx: Tx, onboarding: Onboarding): Sql {
  const changes = moving.map((name) => sql`${raw(name)} = ${onboarding[name]}`)
  return sql`update onboardings set ${join(changes)} where user_id = ${tx.scope.user_id} and id = ${onboarding.id}`
}

/** The onboarding of an account that bars another: one that is under way, or that succeeded. */
export async function findBarring(tx: Tx, account_id: string): Promise<{ id: string } | undefined> {
  const [barring] = await tx.query<{ id: string }>(sql`
    select id from onboardings
    where user_id = ${tx.scope.user_id} and account_id = ${account_id}
      and status not in ('rejected', 'failed', 'expired')`)
  return barring
}
