import { renewLivenessLink, revokeLivenessLink } from './change-liveness-link.ts'
import { showOnboarding } from './get-onboarding-case.ts'
import { showOnboardingFiles } from './list-onboarding-case-files.ts'
import { revealOnboarding } from './reveal-onboarding.ts'
import { reviewOnboardingStep } from './review-onboarding-step.ts'

export const onboardingDeskRoutes = [
  showOnboarding,
  revealOnboarding,
  showOnboardingFiles,
  reviewOnboardingStep,
  revokeLivenessLink,
  renewLivenessLink,
]
