import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { refundRequestNotFound } from './errors.ts'
import { RefundRequestPath, RefundRequestReply } from './refund-request.ts'
import { findRefundRequest } from './refund-request-store.ts'
import { texts } from './texts.ts'

export const getRefundRequest = route({
  name: 'getRefundRequest',
  ...texts.getRefundRequest,
  method: 'GET',
  path: '/v1/pix/refund-requests/:id',
  params: RefundRequestPath,
  brief: true,
  reply: { 200: RefundRequestReply },
  errors: [refundRequestNotFound],

  async handle({ params, scope, transaction }) {
    const wallet_id = walletOf(scope)
    return transaction(async (tx) => {
      const refund = await findRefundRequest(tx, params.id)
      if (refund?.wallet_id !== wallet_id) throw refundRequestNotFound()
      return refund
    })
  },
})
