import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { accountNotFound } from '../errors.ts'
import { crossborder } from '../events.ts'
import { AccountPath, AccountReply, accountActivity } from './account.ts'
import { lockAccount, markAccountDeleted } from './account-store.ts'
import { texts } from './texts.ts'

/** Soft delete. The row stays, because payments that were made to the account must remain explainable. */
export const deleteAccount = route({
  name: 'deleteAccount',
  ...texts.deleteAccount,
  method: 'DELETE',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id',
  params: AccountPath,
  reply: { 200: AccountReply },
  errors: [accountNotFound, preconditionFailed],

  async handle({ params, if_match, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockAccount(tx, params), accountNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = withNextVersion(stored, {}, tx.now)
      markAccountDeleted(tx, account)
      const activity = accountActivity(account, 'ACCOUNT_DELETED', { status: 'DELETED' })
      record(tx, crossborder.account.deleted(account), { activity })
      return account
    })
  },
})
