import { forUpdate } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import { productOf, type UserAccount } from './accounts/account.ts'
import { lockAccount } from './accounts/account-store.ts'
import { accountNotFound, accountTakesNoChanges, productRequired } from './errors.ts'
import type { Onboarding } from './onboarding.ts'
import { findBarring } from './onboarding-store.ts'
import { isOpenToChanges } from './open-onboarding.ts'

export interface OpenAccount {
  account: UserAccount
  /** The account's open onboarding, if any. Its identity data follows the account. */
  onboarding: Onboarding | undefined
}

export const changeAccountErrors = [productRequired, accountNotFound, accountTakesNoChanges]

/**
 * Locks an account and its open onboarding for a change, and rejects it once the checks have begun. The onboarding is
 * locked first, in the same order as when it is finished, to avoid a deadlock. An onboarding that was opened in
 * between is found once the account is locked.
 */
export async function lockOpenAccount(tx: Tx, id: string): Promise<OpenAccount> {
  const before = await findBarring(tx, id, forUpdate)
  const account = found(await lockAccount(tx, productOf(tx.scope), id), accountNotFound)
  const onboarding = before ?? (await findBarring(tx, id, forUpdate))
  if (onboarding && !isOpenToChanges(onboarding, tx.now))
    throw accountTakesNoChanges({ members: { onboarding_id: onboarding.id } })
  return { account, onboarding }
}
