import Type from 'typebox'
import { type EventType, eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { accountStates } from './accounts/account.ts'
import { personTypes } from './onboarding.ts'
import { onboardingEvent } from './onboarding-event.ts'

const account = {
  user_account_id: Uuid,
  product_id: Uuid,
  person_type: openEnum(personTypes),
  state: openEnum(accountStates),
}

export const onboardingEventTypes: EventType[] = [
  eventType(
    'users.account.created',
    { 'pt-BR': 'Uma conta de usuário foi criada.', 'en-US': 'A user account was created.' },
    account,
  ),
  onboardingEvent('created', 'Um onboarding foi iniciado.', 'An onboarding was begun.'),
  onboardingEvent(
    'documents_attached',
    'Documentos foram anexados: legal_representative_id diz de qual representante, se de um.',
    'Documents were attached: legal_representative_id says of which representative, if of one.',
    { legal_representative_id: Type.Optional(Uuid) },
  ),
  eventType(
    'users.shareholder.created',
    { 'pt-BR': 'Um sócio foi cadastrado.', 'en-US': 'A shareholder was registered.' },
    { shareholder_id: Uuid, onboarding_id: Uuid, person_type: openEnum(personTypes) },
  ),
  eventType(
    'users.legal_representative.created',
    { 'pt-BR': 'Um representante legal foi cadastrado.', 'en-US': 'A legal representative was registered.' },
    { legal_representative_id: Uuid, onboarding_id: Uuid, shareholder_id: Uuid, active: Type.Boolean() },
  ),
]
