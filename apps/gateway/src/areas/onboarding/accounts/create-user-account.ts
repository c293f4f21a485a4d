import { record } from '../../../events/record.ts'
import { route } from '../../../http/route.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { accountAlreadyExists, accountIdTaken, accountRulesBroken, productRequired } from '../errors.ts'
import { users } from '../events.ts'
import { AccountCreate, AccountReply, newAccount, productOf } from './account.ts'
import { refuseBroken } from './account-rules.ts'
import { insertAccount } from './account-store.ts'
import { texts } from './texts.ts'

/** Registers a person. The person has no target user until the onboarding is finished. */
export const createUserAccount = route({
  name: 'createUserAccount',
  ...texts.createUserAccount,
  method: 'POST',
  path: '/v2/users/accounts',
  body: AccountCreate,
  example: {
    person_type: 'NATURAL_PERSON',
    name: 'Luiza',
    full_name: 'Luiza Canário de Souza',
    document: '10001000144',
    email: 'luiza@pessoa.example',
    active: true,
    birth_date: '1991-04-21',
  },
  reply: { 201: AccountReply },
  errors: [productRequired, accountRulesBroken, accountAlreadyExists, accountIdTaken],

  async handle({ body, scope, now, transaction_uuid, transaction }) {
    const account = newAccount(transaction_uuid ?? uuidv7(now.getTime()), productOf(scope), body, now)
    refuseBroken(account, now)
    return transaction(async (tx) => {
      await insertAccount(tx, account)
      record(tx, users.account.created(account))
      return account
    })
  },
})
