import { viewerRoles } from '../../../backoffice/role.ts'
import { eventEntries, ofUser, type TimelineSource } from '../../../backoffice/timeline/timeline-source.ts'

export const recoveryStory: TimelineSource = {
  name: 'recovery',
  roles: [...viewerRoles, 'operator'],
  revealedBy: 'revealRecovery',
  there: (hero) => ofUser('fund_recovery_requests', hero),
  told: (hero, acts) => [eventEntries('fund_recovery_requests', 'pix.fund_recovery_request', hero, acts)],
}
