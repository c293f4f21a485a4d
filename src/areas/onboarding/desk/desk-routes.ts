import { renewLivenessLink, revokeLivenessLink } from './change-liveness-link.ts'
import { revealOnboarding } from './reveal-onboarding.ts'
import { reviewOnboardingStep } from './review-onboarding-step.ts'
import { showOnboarding } from './show-onboarding.ts'
import { showOnboardingFiles } from './show-onboarding-files.ts'

export const onboardingDeskRoutes = [
  showOnboarding,
  revealOnboarding,
  showOnboardingFiles,
  reviewOnboardingStep,
  revokeLivenessLink,
  renewLivenessLink,
]
