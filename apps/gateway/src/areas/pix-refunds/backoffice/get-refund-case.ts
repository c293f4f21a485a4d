import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { refundRequestUnknown } from '../errors.ts'
import { RefundRequestPath } from '../refund-request.ts'
import { ownerOf, RefundCase, readRefundCase } from './refund-case.ts'

export const showRefund = deskRoute({
  name: 'showRefund',
  summary: 'A refund request, with personal data masked',
  method: 'GET',
  path: '/v1/refunds/:id',
  roles: [...viewerRoles, 'operator'],
  params: RefundRequestPath,
  reply: { 200: RefundCase },
  errors: [refundRequestUnknown],

  async handle({ params: { id }, look, lookAt }) {
    return lookAt(await ownerOf(look, id), (tx) => readRefundCase(tx, id, false))
  },
})
