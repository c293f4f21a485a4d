import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { RequestReply, requestStatuses, transactionTypes, withSummary } from './request.ts'
import { listRequestsOf } from './request-store.ts'
import { texts } from './texts.ts'

export const listFundRecoveryRequests = route({
  name: 'listFundRecoveryRequests',
  ...texts.listFundRecoveryRequests,
  method: 'GET',
  path: '/v1/pix/fund-recovery-requests',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(requestStatuses, 'Only requests in this status.')),
    transaction_type: Type.Optional(closedEnum(transactionTypes, 'Only requests about this type of transaction.')),
  }),
  reply: { 200: PageReply(RequestReply) },
  errors: [],

  async handle({ query, scope, page, transaction }) {
    const wallet_id = walletOf(scope)
    const cut = page()
    const rows = await transaction((tx) => listRequestsOf(tx, wallet_id, query, cut))
    return cut.answer(rows.map(withSummary))
  },
})
