import { record } from '../../../events/record.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { holdClient } from '../clients/client-store.ts'
import { accountExists, accountIdTaken, accountRulesBroken, clientNotFound } from '../errors.ts'
import { crossborder } from '../events.ts'
import { AccountCollectionPath, AccountCreate, AccountReply, accountActivity, newAccount, reviewOf } from './account.ts'
import { insertAccount } from './account-store.ts'
import { takeCoordinates } from './bank-details-store.ts'
import { texts } from './texts.ts'
import { verifyAccount } from './verify-account.job.ts'

export const createAccount = route({
  name: 'createAccount',
  ...texts.createAccount,
  method: 'POST',
  path: '/v1/crossborder/clients/:client_id/accounts',
  params: AccountCollectionPath,
  body: AccountCreate,
  example: {
    country: 'US',
    currency_symbol: 'USD',
    account_type: 'CHECKING',
    account_number: '000123456789',
    account_name: 'Operating account',
    bank_name: 'Example Bank',
    bank_code: '021000021',
    bank_code_type: 'ABA',
  },
  reply: { 201: AccountReply },
  errors: [clientNotFound, accountIdTaken, accountExists, accountRulesBroken],

  async handle({ params, body, scope, now, transaction_uuid, transaction }) {
    const said = newAccount(transaction_uuid ?? uuidv7(now.getTime()), scope.user_id, params.client_id, body, now)
    return transaction(async (tx) => {
      const { product_id } = found(await holdClient(tx, params.client_id), clientNotFound)
      const account = { ...said, product_id }
      if (!(await insertAccount(tx, account))) throw accountIdTaken()
      await takeCoordinates(tx, account)
      const activity = accountActivity(account, 'ACCOUNT_CREATED', { metadata: reviewOf(account) })
      record(tx, crossborder.account.created(account), { activity })
      await tx.enqueue(verifyAccount, { user_id: scope.user_id, ...params, account_id: account.id })
      return account
    })
  },
})
