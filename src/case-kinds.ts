import { accountCases, clientCases } from './areas/crossborder/desk/cases.ts'
import { stepCases } from './areas/onboarding/desk/cases.ts'
import { recoveryCases } from './areas/pix-fund-recovery/desk/cases.ts'
import { infractionCases, unclaimedReportCases } from './areas/pix-infractions/desk/cases.ts'
import { refundCases, unclaimedRefundCases } from './areas/pix-refunds/desk/cases.ts'
import type { CaseKind } from './desk/cases/case-kind.ts'

/** Everything that may wait for somebody at the desk: the table of kinds. */
export const caseKinds: CaseKind[] = [
  infractionCases,
  refundCases,
  recoveryCases,
  unclaimedReportCases,
  unclaimedRefundCases,
  clientCases,
  accountCases,
  stepCases,
]
