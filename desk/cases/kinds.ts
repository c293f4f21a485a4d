import { clientView } from './client/client-view.ts'
import { infractionView } from './infraction/infraction-view.tsx'
import type { AnyKindView } from './kind.ts'
import { recoveryView } from './recovery/recovery-view.tsx'
import { refundView } from './refund/refund-view.tsx'
import { unclaimedRefundView, unclaimedReportView } from './unclaimed/unclaimed-view.tsx'

/** Every kind of case that has a page: the table of kinds, by their names in the contract. */
export const kinds: Partial<Record<string, AnyKindView>> = {
  client: clientView,
  infraction: infractionView,
  refund: refundView,
  recovery: recoveryView,
  unclaimed_report: unclaimedReportView,
  unclaimed_refund: unclaimedRefundView,
}
