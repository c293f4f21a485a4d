import Type from 'typebox'
import { httpUrl } from '../../base/config/kinds.ts'

export const onboardingChecksSettings = {
  ONBOARDING_CHECKS_URL: Type.Optional(
    httpUrl(
      'who judges onboarding steps; without it analysts judge them, and no onboarding finishes, because BC Protege+ is not asked',
    ),
  ),
  ONBOARDING_CHECKS_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'bearer token for it', secret: true }),
  ),
  ONBOARDING_CHECKS_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 120_000,
    default: 15_000,
    description: 'how long it may take to answer',
  }),
}
