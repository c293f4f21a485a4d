import type { Transaction } from '../../../platform/db/transaction.ts'
import { found } from '../../../platform/errors/fault.ts'
import { onboardingNotFound } from '../errors.ts'
import { lookForOwner } from '../onboarding-store.ts'

type RunReadOnly = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** The owner of an onboarding. Onboarding ids are unique across users, and the owner never changes. */
export async function ownerOf(look: RunReadOnly, id: string): Promise<string> {
  return found(await look((tx) => lookForOwner(tx, id)), onboardingNotFound).user_id
}
