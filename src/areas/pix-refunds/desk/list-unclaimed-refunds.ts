import Type from 'typebox'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { PageReply, paging } from '../../../gate/page.ts'
import { listUnclaimed } from '../unclaimed-refunds.ts'
import { UnclaimedRefund, withAdvice } from './unclaimed-refund.ts'

export const listUnclaimedRefunds = deskRoute({
  name: 'listUnclaimedRefunds',
  summary: 'Unmatched refund requests, earliest deadline first',
  method: 'GET',
  path: '/v1/unclaimed-refunds',
  roles: [...lookers, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedRefund) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map(withAdvice) }
  },
})
