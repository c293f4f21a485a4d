import { found } from '../../../base/errors/fault.ts'
import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../gate/faults.ts'
import { matchesVersion } from '../../../gate/if-match.ts'
import { route } from '../../../gate/route.ts'
import { accountInactive, accountNotFound, accountRulesBroken } from '../errors.ts'
import { crossborder } from '../events.ts'
import { AccountPatch, AccountPath, AccountReply, accountActivity, applyPatch, changedFields } from './account.ts'
import { lockAccount, saveAccount } from './account-store.ts'
import { verifyAccount } from './verify-account.job.ts'

/** Partial update of a cross-border client's bank account. Only the fields sent are applied. */
export const updateAccount = route({
  name: 'updateAccount',
  summary: 'Update a client account',
  method: 'PATCH',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id',
  params: AccountPath,
  body: AccountPatch,
  example: { nickname: 'treasury', account_number: '998877' },
  reply: { 200: AccountReply },
  errors: [accountNotFound, accountInactive, accountRulesBroken, preconditionFailed],

  async handle({ params, body, if_match, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockAccount(tx, params), accountNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = applyPatch(stored, body, tx.now)
      saveAccount(tx, account)
      const metadata = { changed: changedFields(stored, account) }
      const activity = accountActivity(account, 'ACCOUNT_UPDATED', { metadata })
      record(tx, crossborder.account.updated(account), { activity })
      if (account.status === 'PENDING') await tx.enqueue(verifyAccount, { user_id: account.user_id, ...params })
      return account
    })
  },
})
