import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum, Uuid } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { RefundRequestReply, refundReasons, refundStatuses } from './refund-request.ts'
import { listRefundRequestsOf } from './refund-request-store.ts'
import { texts } from './texts.ts'

export const listRefundRequests = route({
  name: 'listRefundRequests',
  ...texts.listRefundRequests,
  method: 'GET',
  path: '/v1/pix/refund-requests',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(refundStatuses, 'Only requests in this status.')),
    reason: Type.Optional(closedEnum(refundReasons, 'Only requests for this reason.')),
    end_to_end_id: Type.Optional(Type.String({ maxLength: 32, description: 'Only about this payment.' })),
    infraction_notification_id: Type.Optional(Uuid),
  }),
  reply: { 200: PageReply(RefundRequestReply) },
  errors: [],

  async handle({ query, scope, list }) {
    const wallet_id = walletOf(scope)
    return list((tx, page) => listRefundRequestsOf(tx, wallet_id, query, page))
  },
})
