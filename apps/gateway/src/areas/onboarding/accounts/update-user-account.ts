import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { accountAlreadyExists, accountRulesBroken } from '../errors.ts'
import { users } from '../events.ts'
import { changedFields } from '../fields.ts'
import { changeAccountErrors, lockOpenAccount } from '../open-account.ts'
import { followAccount } from '../sync-from-account.ts'
import { AccountPatch, AccountPath, AccountReply, correctAccount } from './account.ts'
import { refuseBroken } from './account-rules.ts'
import { saveAccount } from './account-store.ts'
import { texts } from './texts.ts'

/** Corrects the data of a person. An open onboarding of the account is updated too. */
export const updateUserAccount = route({
  name: 'updateUserAccount',
  ...texts.updateUserAccount,
  method: 'PATCH',
  path: '/v2/users/accounts/:id',
  params: AccountPath,
  body: AccountPatch,
  example: { full_name: 'Luiza Canário de Sousa', phone_number: null },
  reply: { 200: AccountReply },
  errors: [...changeAccountErrors, accountRulesBroken, accountAlreadyExists, preconditionFailed],

  async handle({ params, body, if_match, transaction }) {
    return transaction(async (tx) => {
      const { account: stored, onboarding } = await lockOpenAccount(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = correctAccount(stored, body, tx.now)
      refuseBroken(account, tx.now)
      await saveAccount(tx, account)
      record(tx, users.account.updated(account))
      if (onboarding) await followAccount(tx, onboarding, account, changedFields(stored, account, AccountPatch))
      return account
    })
  },
})
