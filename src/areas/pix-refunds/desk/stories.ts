import { lookers } from '../../../desk/role.ts'
import { eventsTold, ofUser, type Story, unclaimedStory } from '../../../desk/timeline/story.ts'

export const refundStory: Story = {
  name: 'refund',
  roles: [...lookers, 'operator'],
  revealedBy: 'revealRefund',
  there: (hero) => ofUser('refund_requests', hero),
  told: (hero, acts) => [eventsTold('refund_requests', 'pix.refund_request', hero, acts)],
}

export const unclaimedRefundStory = unclaimedStory('unclaimed_refund', 'unmatched_refunds')
