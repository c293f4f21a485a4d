import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { requestNotFound } from './errors.ts'
import { RequestPath, RequestReply, withSummary } from './request.ts'
import { findRequest } from './request-store.ts'
import { texts } from './texts.ts'

export const getFundRecoveryRequest = route({
  name: 'getFundRecoveryRequest',
  ...texts.getFundRecoveryRequest,
  method: 'GET',
  path: '/v1/pix/fund-recovery-requests/:id',
  params: RequestPath,
  brief: true,
  reply: { 200: RequestReply },
  errors: [requestNotFound],

  async handle({ params, scope, transaction }) {
    const wallet_id = walletOf(scope)
    return transaction(async (tx) => {
      const request = await findRequest(tx, params.id)
      if (request?.wallet_id !== wallet_id) throw requestNotFound()
      return withSummary(request)
    })
  },
})
