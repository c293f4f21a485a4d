import Type from 'typebox'
import { httpUrl } from '../../platform/config/kinds.ts'

export const onboardingChecksSettings = {
  ONBOARDING_CHECKS_URL: Type.Optional(
    httpUrl(
      'URL of the onboarding partner; without it analysts decide the steps, and no onboarding finishes, because BC Protege+ is not queried',
    ),
  ),
  ONBOARDING_CHECKS_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'bearer token for the onboarding partner', secret: true }),
  ),
  ONBOARDING_CHECKS_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 120_000,
    default: 15_000,
    description: 'response timeout of the onboarding partner',
  }),
}
