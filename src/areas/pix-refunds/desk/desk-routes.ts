import { listRefunds } from './list-refunds.ts'
import { listUnclaimedRefunds } from './list-unclaimed-refunds.ts'
import { revealRefund } from './reveal-refund.ts'
import { showRefund } from './show-refund.ts'
import { showUnclaimedRefund } from './show-unclaimed-refund.ts'

export const refundDeskRoutes = [listRefunds, showRefund, revealRefund, listUnclaimedRefunds, showUnclaimedRefund]
