import { lookers } from '../../../desk/role.ts'
import { eventsTold, ofUser, type Story } from '../../../desk/timeline/story.ts'

export const recoveryStory: Story = {
  name: 'recovery',
  roles: [...lookers, 'operator'],
  revealedBy: 'revealRecovery',
  there: (hero) => ofUser('fund_recovery_requests', hero),
  told: (hero, acts) => [eventsTold('fund_recovery_requests', 'pix.fund_recovery_request', hero, acts)],
}
