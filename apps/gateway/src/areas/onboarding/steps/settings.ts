import Type from 'typebox'

export const stepSettings = {
  ONBOARDING_CHECKS_TRIES: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 8,
    description:
      'after this many attempts without an answer an analyst decides the step; queries to BC Protege+ are repeated until it answers',
  }),
  ONBOARDING_CHECKS_PAUSE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 30,
    description: 'delay before a check is requested again; doubled after each attempt without an answer',
  }),
  ONBOARDING_CHECKS_PENDING_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 72,
    description: 'an analyst decides a step that has been pending for this long; except BC Protege+',
  }),
}
