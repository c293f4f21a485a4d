import { accountView } from './account/account-view.ts'
import { clientView } from './client/client-view.ts'
import type { AnyKindView } from './kind.ts'
import { onboardingView, stepView } from './onboarding/onboarding-view.ts'

/** Every kind of case that has a page: the table of kinds, by their names in the contract. */
export const kinds: Partial<Record<string, AnyKindView>> = {
  client: clientView,
  account: accountView,
  onboarding: onboardingView,
  onboarding_step: stepView,
}
