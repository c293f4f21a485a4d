import { lookers } from '../../../backoffice/role.ts'
import { eventsTold, ofUser, type Story, unclaimedStory } from '../../../backoffice/timeline/timeline-source.ts'

export const refundStory: Story = {
  name: 'refund',
  roles: [...lookers, 'operator'],
  revealedBy: 'revealRefund',
  there: (hero) => ofUser('refund_requests', hero),
  told: (hero, acts) => [eventsTold('refund_requests', 'pix.refund_request', hero, acts)],
}

export const unclaimedRefundStory = unclaimedStory('unclaimed_refund', 'unmatched_refunds')
