import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound, productRequired } from '../errors.ts'
import { AccountPath, AccountReply, productOf } from './account.ts'
import { findAccount } from './account-store.ts'
import { texts } from './texts.ts'

export const getUserAccount = route({
  name: 'getUserAccount',
  ...texts.getUserAccount,
  method: 'GET',
  path: '/v2/users/accounts/:id',
  params: AccountPath,
  brief: true,
  reply: { 200: AccountReply },
  errors: [productRequired, accountNotFound],

  async handle({ params, scope, transaction }) {
    const product_id = productOf(scope)
    return transaction(async (tx) => {
      const account = found(await findAccount(tx, product_id, params.id), accountNotFound)
      return account
    })
  },
})
