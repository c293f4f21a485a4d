import Type from 'typebox'

export const onboardingSettings = {
  ONBOARDING_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 30,
    description: 'how long after its creation an open onboarding expires',
  }),
}
