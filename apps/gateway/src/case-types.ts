import { accountCases, clientCases } from './areas/crossborder/backoffice/cases.ts'
import { accountStory, clientStory } from './areas/crossborder/backoffice/timeline.ts'
import { stepCases } from './areas/onboarding/backoffice/cases.ts'
import { onboardingStory } from './areas/onboarding/backoffice/timeline.ts'
import { recoveryCases } from './areas/pix-fund-recovery/backoffice/cases.ts'
import { recoveryStory } from './areas/pix-fund-recovery/backoffice/timeline.ts'
import { infractionCases, unclaimedReportCases } from './areas/pix-infractions/backoffice/cases.ts'
import { infractionStory, unclaimedReportStory } from './areas/pix-infractions/backoffice/timeline.ts'
import { refundCases, unclaimedRefundCases } from './areas/pix-refunds/backoffice/cases.ts'
import { refundStory, unclaimedRefundStory } from './areas/pix-refunds/backoffice/timeline.ts'
import type { CaseKind } from './backoffice/cases/case-kind.ts'
import type { TimelineSource } from './backoffice/timeline/timeline-source.ts'

/** Table of contents: every kind of case in the backoffice queue. */
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

/** The timelines of the records that analysts decide about. */
export const stories: TimelineSource[] = [
  infractionStory,
  refundStory,
  recoveryStory,
  unclaimedReportStory,
  unclaimedRefundStory,
  clientStory,
  accountStory,
  onboardingStory,
]
