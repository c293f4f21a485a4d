import Type from 'typebox'

export const stepSettings = {
  ONBOARDING_CHECKS_TRIES: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 8,
    description:
      'after so many times without an answer an analyst judges the step; BC Protege+ is asked until it answers',
  }),
  ONBOARDING_CHECKS_PAUSE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 30,
    description: 'before a step is asked about again; doubled after each time without an answer',
  }),
  ONBOARDING_CHECKS_PENDING_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 72,
    description: 'a step that has been pending for so long is judged by an analyst; not BC Protege+',
  }),
}
