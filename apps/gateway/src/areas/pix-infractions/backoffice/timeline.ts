import { viewerRoles } from '../../../backoffice/role.ts'
import {
  eventEntries,
  ofUser,
  type TimelineSource,
  unclaimedStory,
} from '../../../backoffice/timeline/timeline-source.ts'

export const infractionStory: TimelineSource = {
  name: 'infraction',
  roles: viewerRoles,
  revealedBy: 'revealInfraction',
  there: (hero) => ofUser('infraction_notifications', hero),
  told: (hero, acts) => [eventEntries('infraction_notifications', 'pix.infraction_notification', hero, acts)],
}

export const unclaimedReportStory = unclaimedStory('unclaimed_report', 'unmatched_infraction_reports')
