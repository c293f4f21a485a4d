import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { viewerRoles } from '../../../backoffice/role.ts'
import { found } from '../../../platform/errors/fault.ts'
import { unclaimedReportUnknown } from '../errors.ts'
import { NotificationPath } from '../notification.ts'
import { findUnclaimed } from '../unmatched-reports.ts'
import { UnclaimedReport, withAdvice } from './unmatched-report.ts'

export const showUnclaimedReport = deskRoute({
  name: 'showUnclaimedReport',
  summary: 'An unmatched infraction report',
  method: 'GET',
  path: '/v1/unclaimed-reports/:id',
  roles: [...viewerRoles, 'operator'],
  params: NotificationPath,
  reply: { 200: UnclaimedReport },
  errors: [unclaimedReportUnknown],

  handle: async ({ params: { id }, look }) =>
    withAdvice(found(await look((tx) => findUnclaimed(tx, id)), unclaimedReportUnknown)),
})
