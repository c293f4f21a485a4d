import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound, accountStatusFixed } from '../errors.ts'
import { crossborder } from '../events.ts'
import { AccountPath, AccountReply, accountActivity, deactivated } from './account.ts'
import { lockAccount, saveAccount } from './account-store.ts'
import { texts } from './texts.ts'

/**
 * Takes an account out of use without deleting it. PATCH does not change the status: it changes where the money goes.
 */
export const deactivateAccount = route({
  name: 'deactivateAccount',
  ...texts.deactivateAccount,
  method: 'POST',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id/deactivate',
  params: AccountPath,
  repeatable: true,
  reply: { 200: AccountReply },
  errors: [accountNotFound, accountStatusFixed, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockAccount(tx, params), accountNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = deactivated(stored, tx.now)
      saveAccount(tx, account)
      const activity = accountActivity(account, 'ACCOUNT_DEACTIVATED')
      record(tx, crossborder.account.deactivated(account), { activity })
      return account
    })
  },
})
