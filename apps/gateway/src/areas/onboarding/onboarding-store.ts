import sql, { empty, type Sql } from 'sql-template-tag'
import { forUpdate, repository, scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Onboarding, OnboardingRecord } from './onboarding.ts'

/** Columns that never change: the owner and the person type. */
const lasting = ['id', 'product_id', 'account_id', 'person_type', 'created_at'] as const

const onboardings = repository<Onboarding>('onboardings', OnboardingRecord, {
  kept: ['name_key', 'grant_id'],
  // Checks do not change the data they check. The backoffice role has no UPDATE grant on these columns either.
  fixed: [
    ...lasting,
    'document',
    'full_name',
    'name_key',
    'grant_id',
    'address',
    'nationality',
    'pep',
    'pep_since',
    'occupation_cbo_code',
    'occupation_income',
    'patrimony',
    'company_revenue',
  ],
  conflict: 'any',
})
const corrected = repository<Onboarding>('onboardings', OnboardingRecord, { kept: ['name_key'], fixed: lasting })

/** The list query reads the same columns. */
export const onboardingColumns = onboardings.columns
export const findOnboarding = onboardings.find
/** Returns false when the id is taken, or the account has an onboarding that prevents another. */
export const insertOnboarding = onboardings.insert
export const saveOnboarding = onboardings.save
/** Also writes the identity columns, while the onboarding is open. */
export const saveCorrectedOnboarding = corrected.save

/** Reads the onboarding and locks it, with everything that belongs to it, until the transaction ends. */
export function lockOnboarding(tx: Tx, id: string): Promise<Onboarding | undefined> {
  return findOnboarding(tx, id, forUpdate)
}

/**
 * Whether the owner and the product are still active. Liveness links and jobs have no authenticated caller, so this is
 * checked explicitly.
 */
export async function isServed(tx: Tx, id: string): Promise<boolean> {
  const served = await tx.query(sql`
    select served.product_id
    from onboardings, scope_of(onboardings.user_id, onboardings.product_id, null, null) served
    where onboardings.user_id = ${tx.scope.user_id} and onboardings.id = ${id} and served.product_id is not null
      and still_served(onboardings.user_id, onboardings.grant_id)`)
  return served.length === 1
}

/** The onboarding of an account that prevents another: one that is in progress or finished. */
export async function findBarring(tx: Tx, account_id: string, lock: Sql = empty): Promise<Onboarding | undefined> {
  const [barring] = await tx.query<Onboarding>(sql`
    select ${onboardings.columns} from onboardings
    where ${scopeFilter(tx)} and account_id = ${account_id}
      and status not in ('rejected', 'failed', 'expired', 'withdrawn') ${lock}`)
  return barring
}

type Owner = { user_id: string }
const ownerOf = (id: string) => sql`select user_id from onboardings where id = ${id}`

/** The owner of an onboarding, for callers that read across users. Onboarding ids are unique. */
export async function lookForOwner(tx: Transaction, id: string): Promise<Owner | undefined> {
  const [owner] = await tx.query<Owner>(ownerOf(id))
  return owner
}

/** Writes the final status now instead of at COMMIT, for later statements of this transaction that read it. */
export async function finishOnboarding(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update onboardings set status = 'finished' where ${scopeFilter(tx)} and id = ${id}`)
}
