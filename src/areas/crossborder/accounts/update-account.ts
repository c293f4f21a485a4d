import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../gate/faults.ts'
import { matchesVersion } from '../../../gate/if-match.ts'
import { route } from '../../../gate/route.ts'
import { accountInactive, accountNotFound, accountRulesBroken } from '../errors.ts'
import { VERIFY_ACCOUNT } from '../verification.ts'
import { AccountPatch, AccountPath, AccountReply, accountUpdated, applyPatch } from './account.ts'
import { lockAccount, saveAccount } from './account-store.ts'

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
      const stored = await lockAccount(tx, params)
      if (!stored) throw accountNotFound()
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = applyPatch(stored, body, tx.now)
      saveAccount(tx, account)
      record(tx, accountUpdated(stored, account))
      if (account.status === 'PENDING') await tx.enqueue(VERIFY_ACCOUNT, { user_id: account.user_id, ...params })
      return account
    })
  },
})
