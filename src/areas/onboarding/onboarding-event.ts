import Type from 'typebox'
import { type EventType, eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { personTypes } from './onboarding.ts'
import { failedCodes, onboardingStatuses } from './status.ts'

/** What every event about an onboarding tells: ids and states, and nothing of the person. */
const members = {
  onboarding_id: Uuid,
  user_account_id: Uuid,
  person_type: openEnum(personTypes),
  status: openEnum(onboardingStatuses),
  failed_code: Type.Optional(openEnum(failedCodes)),
  rejected_legal_representative_id: Type.Optional(Uuid),
}

export function onboardingEvent(
  what: string,
  pt: string,
  en: string,
  more: Parameters<typeof eventType>[2] = {},
): EventType {
  return eventType(`users.onboarding.${what}`, { 'pt-BR': pt, 'en-US': en }, { ...members, ...more })
}
