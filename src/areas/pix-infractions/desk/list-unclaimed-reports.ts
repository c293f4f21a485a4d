import Type from 'typebox'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { PageReply, paging } from '../../../gate/page.ts'
import { listUnclaimed } from '../unclaimed-reports.ts'
import { UnclaimedReport, withAdvice } from './unclaimed-report.ts'

export const listUnclaimedReports = deskRoute({
  name: 'listUnclaimedReports',
  summary: 'Unmatched infraction reports of other participants, earliest deadline first',
  method: 'GET',
  path: '/v1/unclaimed-reports',
  roles: [...lookers, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedReport) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map(withAdvice) }
  },
})
