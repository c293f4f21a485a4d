import { found } from '../../../base/errors/fault.ts'
import { deskRoute } from '../../../desk/desk-route.ts'
import { lookers } from '../../../desk/role.ts'
import { unclaimedReportUnknown } from '../errors.ts'
import { NotificationPath } from '../notification.ts'
import { findUnclaimed } from '../unclaimed-reports.ts'
import { UnclaimedReport, withAdvice } from './unclaimed-report.ts'

export const showUnclaimedReport = deskRoute({
  name: 'showUnclaimedReport',
  summary: 'An unmatched infraction report',
  method: 'GET',
  path: '/v1/unclaimed-reports/:id',
  roles: [...lookers, 'operator'],
  params: NotificationPath,
  reply: { 200: UnclaimedReport },
  errors: [unclaimedReportUnknown],

  handle: async ({ params: { id }, look }) =>
    withAdvice(found(await look((tx) => findUnclaimed(tx, id)), unclaimedReportUnknown)),
})
