import { viewerRoles } from '../../../backoffice/role.ts'
import {
  eventEntries,
  ofUser,
  type TimelineSource,
  unclaimedStory,
} from '../../../backoffice/timeline/timeline-source.ts'

export const refundStory: TimelineSource = {
  name: 'refund',
  roles: [...viewerRoles, 'operator'],
  revealedBy: 'revealRefund',
  there: (hero) => ofUser('refund_requests', hero),
  told: (hero, acts) => [eventEntries('refund_requests', 'pix.refund_request', hero, acts)],
}

export const unclaimedRefundStory = unclaimedStory('unclaimed_refund', 'unmatched_refunds')
