import Type from 'typebox'
import { operatorRoute } from '../../http/internal-api/internal-pipeline.ts'
import { listToPay } from './cross-user-queries.ts'
import type { RefundServices } from './refund-services.ts'

const LIST_MAX = 500

/**
 * Refunds of all users that wait for the core, the earliest deadline first. A refund leaves the list when the core
 * answers.
 */
export const listRefundsToPay = operatorRoute({
  name: 'listRefundsToPay',
  method: 'GET',
  path: '/v1/refund-requests',
  query: Type.Object(
    { limit: Type.Integer({ minimum: 1, maximum: LIST_MAX, default: 100 }) },
    { additionalProperties: false },
  ),
  errors: [],

  async handle({ query }, { operator }: RefundServices) {
    return { data: await listToPay(operator, query.limit) }
  },
})
