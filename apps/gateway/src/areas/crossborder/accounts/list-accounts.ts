import Type from 'typebox'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { route } from '../../../http/route.ts'
import { closedEnum } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientOwner } from '../clients/client-store.ts'
import { currencies } from '../currency.ts'
import { clientNotFound } from '../errors.ts'
import { AccountCollectionPath, AccountReply } from './account.ts'
import { listAccountsOf } from './account-store.ts'
import { texts } from './texts.ts'

export const listAccounts = route({
  name: 'listAccounts',
  ...texts.listAccounts,
  method: 'GET',
  path: '/v1/crossborder/clients/:client_id/accounts',
  params: AccountCollectionPath,
  query: PageQuery(['created_at', 'account_number'], {
    currency_symbol: Type.Optional(closedEnum(currencies, 'Only accounts in this currency.')),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 120, description: 'Part of the bank name, in any case.' }),
    ),
  }),
  reply: { 200: PageReply(AccountReply) },
  errors: [clientNotFound],

  async handle({ params, query, page, transaction }) {
    const cut = page()
    return transaction(async (tx) => {
      const rows = await listAccountsOf(tx, params.client_id, query, cut)
      // A client that exists may have no accounts. The extra query runs only for an empty page.
      if (rows.length === 0) found(await clientOwner(tx, params.client_id), clientNotFound)
      return cut.answer(rows)
    })
  },
})
