import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { PageReply, paging } from '../../../http/page.ts'
import { listUnclaimed } from '../unmatched-reports.ts'
import { UnclaimedReport, withAdvice } from './unmatched-report.ts'

export const listUnclaimedReports = deskRoute({
  name: 'listUnclaimedReports',
  summary: 'Unmatched infraction reports of other participants, earliest deadline first',
  method: 'GET',
  path: '/v1/unclaimed-reports',
  roles: [...viewerRoles, 'operator'],
  query: Type.Object(paging(['due_date'], ['asc', 'desc']), { additionalProperties: false }),
  reply: { 200: PageReply(UnclaimedReport) },
  errors: [],

  async handle({ list }) {
    const page = await list(listUnclaimed)
    return { ...page, data: page.data.map(withAdvice) }
  },
})
