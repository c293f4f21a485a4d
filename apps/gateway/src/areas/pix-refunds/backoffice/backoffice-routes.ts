import { showRefund } from './get-refund-case.ts'
import { showUnclaimedRefund } from './get-unmatched-refund.ts'
import { listRefunds } from './list-refunds.ts'
import { listUnclaimedRefunds } from './list-unmatched-refunds.ts'
import { revealRefund } from './reveal-refund.ts'

export const refundDeskRoutes = [listRefunds, showRefund, revealRefund, listUnclaimedRefunds, showUnclaimedRefund]
