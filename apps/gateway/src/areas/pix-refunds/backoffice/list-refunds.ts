import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { PageReply, paging } from '../../../http/page.ts'
import { Uuid } from '../../../http/schema.ts'
import { listWaitingRefunds } from '../refund-request-store.ts'
import { RefundRecord, shownRefund } from './refund-record.ts'

export const listRefunds = deskRoute({
  name: 'listRefunds',
  summary: 'Refund requests that the core has neither paid nor rejected, earliest deadline first',
  method: 'GET',
  path: '/v1/refunds',
  roles: [...viewerRoles, 'operator'],
  query: Type.Object(
    { ...paging(['due_date'], ['asc', 'desc']), user_id: Type.Optional(Uuid) },
    { additionalProperties: false },
  ),
  reply: { 200: PageReply(RefundRecord) },
  errors: [],

  async handle({ query: { user_id }, list }) {
    const page = await list((tx, cut) => listWaitingRefunds(tx, { user_id }, cut))
    return { ...page, data: page.data.map((refund) => shownRefund(refund, false)) }
  },
})
