import { found } from '../../../base/errors/fault.ts'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { unclaimedRefundUnknown } from '../errors.ts'
import { RefundRequestPath } from '../refund-request.ts'
import { findUnclaimed } from '../unclaimed-refunds.ts'
import { UnclaimedRefund, withAdvice } from './unclaimed-refund.ts'

export const showUnclaimedRefund = deskRoute({
  name: 'showUnclaimedRefund',
  summary: 'An unmatched refund request',
  method: 'GET',
  path: '/v1/unclaimed-refunds/:id',
  roles: [...lookers, 'operator'],
  params: RefundRequestPath,
  reply: { 200: UnclaimedRefund },
  errors: [unclaimedRefundUnknown],

  handle: async ({ params: { id }, look }) =>
    withAdvice(found(await look((tx) => findUnclaimed(tx, id)), unclaimedRefundUnknown)),
})
