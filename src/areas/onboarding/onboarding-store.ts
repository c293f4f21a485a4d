import sql, { empty, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import { forUpdate, owned, records } from '../../gate/records.ts'
import type { Tx } from '../../gate/transaction.ts'
import { type Onboarding, OnboardingRecord } from './onboarding.ts'

/** Whose it is and what kind of person it is about: nobody corrects that. */
const lasting = ['id', 'product_id', 'account_id', 'person_type', 'created_at'] as const

const onboardings = records<Onboarding>('onboardings', OnboardingRecord, {
  kept: ['name_key', 'grant_id'],
  // Judging changes nothing of what is judged. Analysts, by their grants, could not change it either.
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
const corrected = records<Onboarding>('onboardings', OnboardingRecord, { kept: ['name_key'], fixed: lasting })

/** What a list reads too. */
export const onboardingColumns = onboardings.columns
export const findOnboarding = onboardings.find
/** False when the id is taken, or the person has an onboarding that bars another. */
export const insertOnboarding = onboardings.insert
export const saveOnboarding = onboardings.save
/** Writes what an onboarding is about too, while it is open. */
export const saveCorrectedOnboarding = corrected.save

/** The same, and nobody else changes it, or anything that belongs to it, until the transaction ends. */
export function lockOnboarding(tx: Tx, id: string): Promise<Onboarding | undefined> {
  return findOnboarding(tx, id, forUpdate)
}

/** Whether the user whose it is and the product it was made for are still served: nobody is authenticated who could tell. */
export async function isServed(tx: Tx, id: string): Promise<boolean> {
  const served = await tx.query(sql`
    select served.product_id
    from onboardings, scope_of(onboardings.user_id, onboardings.product_id, null, null) served
    where onboardings.user_id = ${tx.scope.user_id} and onboardings.id = ${id} and served.product_id is not null
      and still_served(onboardings.user_id, onboardings.grant_id)`)
  return served.length === 1
}

/** The onboarding of an account that bars another: one that is under way, or that succeeded. */
export async function findBarring(tx: Tx, account_id: string, lock: Sql = empty): Promise<Onboarding | undefined> {
  const [barring] = await tx.query<Onboarding>(sql`
    select ${onboardings.columns} from onboardings
    where ${owned(tx)} and account_id = ${account_id}
      and status not in ('rejected', 'failed', 'expired', 'withdrawn') ${lock}`)
  return barring
}

type Owner = { user_id: string }
const ownerOf = (id: string) => sql`select user_id from onboardings where id = ${id}`

/** Whose onboarding it is, for who looks across users. There is one of each id. */
export async function lookForOwner(tx: Transaction, id: string): Promise<Owner | undefined> {
  const [owner] = await tx.query<Owner>(ownerOf(id))
  return owner
}

/** Says now what its next version says at COMMIT, for what looks at it within this transaction. */
export async function finishOnboarding(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update onboardings set status = 'finished' where ${owned(tx)} and id = ${id}`)
}
