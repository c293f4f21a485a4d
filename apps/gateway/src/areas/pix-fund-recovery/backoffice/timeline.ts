import { lookers } from '../../../backoffice/role.ts'
import { eventsTold, ofUser, type Story } from '../../../backoffice/timeline/timeline-source.ts'

export const recoveryStory: Story = {
  name: 'recovery',
  roles: [...lookers, 'operator'],
  revealedBy: 'revealRecovery',
  there: (hero) => ofUser('fund_recovery_requests', hero),
  told: (hero, acts) => [eventsTold('fund_recovery_requests', 'pix.fund_recovery_request', hero, acts)],
}
