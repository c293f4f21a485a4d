import { found } from '../../base/errors/fault.ts'
import { operatorRoute } from '../../gate/operator/operator-gate.ts'
import { findToPay } from './across-users.ts'
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
