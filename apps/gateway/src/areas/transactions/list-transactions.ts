import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { endToEndIdPattern } from './end-to-end-id.ts'
import { texts } from './texts.ts'
import { TransactionReply, transactionStatuses, transactionTypes } from './transaction.ts'
import { listTransactionsOf } from './transaction-store.ts'

/** The Pix transactions of a wallet, newest first. */
export const listTransactions = route({
  name: 'listTransactions',
  ...texts.listTransactions,
  method: 'GET',
  path: '/api/v2/transactions',
  query: PageQuery(['created_at'], {
    type: Type.Optional(closedEnum(transactionTypes, 'Only transactions of this type.')),
    status: Type.Optional(closedEnum(transactionStatuses, 'Only transactions in this state.')),
    end_to_end_id: Type.Optional(
      Type.String({ pattern: endToEndIdPattern, description: 'The exact value; case matters.' }),
    ),
  }),
  reply: { 200: PageReply(TransactionReply) },
  errors: [],

  async handle({ query, scope, list }) {
    const wallet_id = walletOf(scope)
    return list((tx, page) => listTransactionsOf(tx, wallet_id, query, page))
  },
})
