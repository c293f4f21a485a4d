import { operatorRoute } from '../../http/internal-api/internal-pipeline.ts'
import { found } from '../../platform/errors/fault.ts'
import { findToPay } from './cross-user-queries.ts'
import { refundRequestUnknown } from './errors.ts'
import { RefundRequestPath } from './refund-request.ts'
import type { RefundServices } from './refund-services.ts'

/**
 * Everything the core needs to pay a refund: amount, deadline, and the destination account, which no other operation
 * returns.
 */
export const getRefundToPay = operatorRoute({
  name: 'getRefundToPay',
  method: 'GET',
  path: '/v1/refund-requests/:id',
  params: RefundRequestPath,
  errors: [refundRequestUnknown],

  async handle({ params }, { operator }: RefundServices) {
    return found(await findToPay(operator, params.id.toLowerCase()), refundRequestUnknown)
  },
})
