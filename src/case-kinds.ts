import { accountCases, clientCases } from './areas/crossborder/desk/cases.ts'
import { accountStory, clientStory } from './areas/crossborder/desk/stories.ts'
import { stepCases } from './areas/onboarding/desk/cases.ts'
import { onboardingStory } from './areas/onboarding/desk/story.ts'
import { recoveryCases } from './areas/pix-fund-recovery/desk/cases.ts'
import { recoveryStory } from './areas/pix-fund-recovery/desk/story.ts'
import { infractionCases, unclaimedReportCases } from './areas/pix-infractions/desk/cases.ts'
import { infractionStory, unclaimedReportStory } from './areas/pix-infractions/desk/stories.ts'
import { refundCases, unclaimedRefundCases } from './areas/pix-refunds/desk/cases.ts'
import { refundStory, unclaimedRefundStory } from './areas/pix-refunds/desk/stories.ts'
import type { CaseKind } from './desk/cases/case-kind.ts'
import type { Story } from './desk/timeline/story.ts'

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
export const stories: Story[] = [
  infractionStory,
  refundStory,
  recoveryStory,
  unclaimedReportStory,
  unclaimedRefundStory,
  clientStory,
  accountStory,
  onboardingStory,
]
