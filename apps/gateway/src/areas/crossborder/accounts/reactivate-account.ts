import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound, accountStatusFixed } from '../errors.ts'
import { crossborder } from '../events.ts'
import { AccountPath, AccountReply, accountActivity, reactivated, reviewOf } from './account.ts'
import { lockAccount, saveAccount } from './account-store.ts'
import { texts } from './texts.ts'
import { verifyAccount } from './verify-account.job.ts'

/** Reactivates an account that its owner deactivated. It is PENDING until verification decides again. */
export const reactivateAccount = route({
  name: 'reactivateAccount',
  ...texts.reactivateAccount,
  method: 'POST',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id/reactivate',
  params: AccountPath,
  repeatable: true,
  reply: { 200: AccountReply },
  errors: [accountNotFound, accountStatusFixed, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockAccount(tx, params), accountNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = reactivated(stored, tx.now)
      saveAccount(tx, account)
      const activity = accountActivity(account, 'ACCOUNT_REACTIVATED', { metadata: reviewOf(account) })
      record(tx, crossborder.account.reactivated(account), { activity })
      await tx.enqueue(verifyAccount, { user_id: account.user_id, ...params })
      return account
    })
  },
})
