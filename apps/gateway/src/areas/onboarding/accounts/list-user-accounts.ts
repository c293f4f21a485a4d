import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { productRequired } from '../errors.ts'
import { DocumentNumber } from '../fields.ts'
import { AccountReply, productOf } from './account.ts'
import { listAccountsOf } from './account-store.ts'
import { texts } from './texts.ts'

export const listUserAccounts = route({
  name: 'listUserAccounts',
  ...texts.listUserAccounts,
  method: 'GET',
  path: '/v2/users/accounts',
  query: PageQuery(['created_at'], { search: Type.Optional(DocumentNumber) }),
  reply: { 200: PageReply(AccountReply) },
  errors: [productRequired],

  async handle({ query, scope, page, transaction }) {
    const product_id = productOf(scope)
    const cut = page()
    return transaction(async (tx) =>
      cut.answer(await listAccountsOf(tx, product_id, { document: query.search?.toUpperCase() }, cut)),
    )
  },
})
