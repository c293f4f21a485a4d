import { found } from '../../base/errors/fault.ts'
import { operatorRoute } from '../../gate/operator/operator-gate.ts'
import { findToPay } from './across-users.ts'
import { refundRequestUnknown } from './errors.ts'
import { RefundRequestPath } from './refund-request.ts'
import type { RefundServices } from './refund-services.ts'

/** All the core needs to pay one: how much, until when, and to which account, which is told nowhere else. */
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
