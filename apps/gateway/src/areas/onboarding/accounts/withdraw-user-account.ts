import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { accountHasOnboarding } from '../errors.ts'
import { users } from '../events.ts'
import { changeAccountErrors, lockOpenAccount } from '../open-account.ts'
import { AccountPath, AccountReply } from './account.ts'
import { saveAccount } from './account-store.ts'
import { texts } from './texts.ts'

/**
 * Withdraws an account. The row stays, because events refer to it; its document, e-mail and telephone can be
 * registered again.
 */
export const withdrawUserAccount = route({
  name: 'withdrawUserAccount',
  ...texts.withdrawUserAccount,
  method: 'DELETE',
  path: '/v2/users/accounts/:id',
  params: AccountPath,
  reply: { 200: AccountReply },
  errors: [...changeAccountErrors, accountHasOnboarding, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const { account: stored, onboarding } = await lockOpenAccount(tx, params.id)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      if (onboarding) throw accountHasOnboarding({ members: { onboarding_id: onboarding.id } })
      const account = withNextVersion(stored, { withdrawn_at: tx.now.toISOString() }, tx.now)
      await saveAccount(tx, account)
      record(tx, users.account.withdrawn(account))
      return account
    })
  },
})
