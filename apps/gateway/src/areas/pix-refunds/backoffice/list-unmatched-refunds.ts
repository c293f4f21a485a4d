import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { PageReply, paging } from '../../../http/page.ts'
import { listUnclaimed } from '../unmatched-refunds.ts'
import { UnclaimedRefund, withAdvice } from './unmatched-refund.ts'

export const listUnclaimedRefunds = deskRoute({
  name: 'listUnclaimedRefunds',
  summary: 'Unmatched refund requests, earliest deadline first',
  method: 'GET',
  path: '/v1/unclaimed-refunds',
  roles: [...viewerRoles, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedRefund) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map(withAdvice) }
  },
})
