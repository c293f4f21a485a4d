import { found } from '../../base/errors/fault.ts'
import { forUpdate } from '../../gate/records.ts'
import type { Tx } from '../../gate/transaction.ts'
import { type Account, productOf } from './accounts/account.ts'
import { lockAccount } from './accounts/account-store.ts'
import { accountNotFound, accountTakesNoChanges, productRequired } from './errors.ts'
import type { Onboarding } from './onboarding.ts'
import { findBarring } from './onboarding-store.ts'
import { isOpenToChanges } from './open-onboarding.ts'

export interface OpenAccount {
  account: Account
  /** The open onboarding of it, where there is one: what it says of the person follows the account. */
  onboarding: Onboarding | undefined
}

export const changeAccountErrors = [productRequired, accountNotFound, accountTakesNoChanges]

/**
 * For a change to an account: locked, with the onboarding that is under way, and refused once its checks have begun. The
 * onboarding comes first, as for whoever finishes it; one that was begun in between is seen when the account is held.
 */
export async function lockOpenAccount(tx: Tx, id: string): Promise<OpenAccount> {
  const before = await findBarring(tx, id, forUpdate)
  const account = found(await lockAccount(tx, productOf(tx.scope), id), accountNotFound)
  const onboarding = before ?? (await findBarring(tx, id, forUpdate))
  if (onboarding && !isOpenToChanges(onboarding, tx.now))
    throw accountTakesNoChanges({ members: { onboarding_id: onboarding.id } })
  return { account, onboarding }
}
