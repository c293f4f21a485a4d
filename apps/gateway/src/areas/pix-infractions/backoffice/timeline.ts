import { lookers } from '../../../backoffice/role.ts'
import { eventsTold, ofUser, type Story, unclaimedStory } from '../../../backoffice/timeline/timeline-source.ts'

export const infractionStory: Story = {
  name: 'infraction',
  roles: lookers,
  revealedBy: 'revealInfraction',
  there: (hero) => ofUser('infraction_notifications', hero),
  told: (hero, acts) => [eventsTold('infraction_notifications', 'pix.infraction_notification', hero, acts)],
}

export const unclaimedReportStory = unclaimedStory('unclaimed_report', 'unmatched_infraction_reports')
