import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountExists, accountInactive, accountNotFound, accountRulesBroken } from '../errors.ts'
import { crossborder } from '../events.ts'
import { type EarlierServices, keepEarlier } from '../revision-store.ts'
import {
  AccountPatch,
  AccountPath,
  AccountReply,
  accountActivity,
  applyPatch,
  changedFields,
  hasMoved,
  reviewOf,
} from './account.ts'
import { lockAccount, saveAccount } from './account-store.ts'
import { coordinatesOf } from './bank-details.ts'
import { takeCoordinates } from './bank-details-store.ts'
import { texts } from './texts.ts'
import { verifyAccount } from './verify-account.job.ts'

/** Partial update of a cross-border client's bank account. Only the fields sent are applied. */
export const updateAccount = route({
  name: 'updateAccount',
  ...texts.updateAccount,
  method: 'PATCH',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id',
  params: AccountPath,
  body: AccountPatch,
  example: { nickname: 'treasury', account_number: '998877' },
  reply: { 200: AccountReply },
  errors: [accountNotFound, accountInactive, accountExists, accountRulesBroken, preconditionFailed],

  async handle({ params, body, if_match, transaction }, { earlierSeal }: EarlierServices) {
    return transaction(async (tx) => {
      const stored = found(await lockAccount(tx, params), accountNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const account = applyPatch(stored, body, tx.now)
      if (hasMoved(stored, account)) {
        await takeCoordinates(tx, account)
        keepEarlier(tx, earlierSeal, stored, coordinatesOf(stored))
      }
      saveAccount(tx, account)
      const metadata = { changed: changedFields(stored, account), ...reviewOf(account) }
      const activity = accountActivity(account, 'ACCOUNT_UPDATED', { metadata })
      record(tx, crossborder.account.updated(account), { activity })
      if (account.status === 'PENDING') await tx.enqueue(verifyAccount, { user_id: account.user_id, ...params })
      return account
    })
  },
})
