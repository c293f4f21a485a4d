import { accountView } from './account/account-view.ts'
import { clientView } from './client/client-view.ts'
import { infractionView } from './infraction/infraction-view.tsx'
import type { AnyKindView } from './kind.ts'
import { onboardingView, stepView } from './onboarding/onboarding-view.ts'
import { recoveryView } from './recovery/recovery-view.tsx'
import { refundView } from './refund/refund-view.tsx'
import { unclaimedRefundView, unclaimedReportView } from './unmatched/unmatched-view.tsx'

/** Registry of the kinds of cases that have a page, by their names in the contract. */
export const kinds: Partial<Record<string, AnyKindView>> = {
  client: clientView,
  account: accountView,
  onboarding: onboardingView,
  onboarding_step: stepView,
  infraction: infractionView,
  refund: refundView,
  recovery: recoveryView,
  unclaimed_report: unclaimedReportView,
  unclaimed_refund: unclaimedRefundView,
}
