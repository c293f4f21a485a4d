import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { unclaimedRefundUnknown } from '../errors.ts'
import { RefundRequestPath } from '../refund-request.ts'
import { findUnclaimed } from '../unmatched-refunds.ts'
import { UnclaimedRefund, withAdvice } from './unmatched-refund.ts'

export const showUnclaimedRefund = deskRoute({
  name: 'showUnclaimedRefund',
  summary: 'An unmatched refund request',
  method: 'GET',
  path: '/v1/unclaimed-refunds/:id',
  roles: [...viewerRoles, 'operator'],
  params: RefundRequestPath,
  reply: { 200: UnclaimedRefund },
  errors: [unclaimedRefundUnknown],

  handle: async ({ params: { id }, look }) =>
    withAdvice(found(await look((tx) => findUnclaimed(tx, id)), unclaimedRefundUnknown)),
})
