import Type from 'typebox'
import { type EventType, eventType } from '../../../events/event-type.ts'
import { openEnum, Uuid } from '../../../gate/schema.ts'
import { livenessStatuses } from '../liveness/liveness.ts'
import { personTypes } from '../onboarding.ts'
import { failedCodes, onboardingStatuses } from '../status.ts'

const onboarding = {
  onboarding_id: Uuid,
  user_account_id: Uuid,
  person_type: openEnum(personTypes),
  status: openEnum(onboardingStatuses),
  failed_code: Type.Optional(openEnum(failedCodes)),
  rejected_legal_representative_id: Type.Optional(Uuid),
}

const told = (what: string, pt: string, en: string, more: Parameters<typeof eventType>[2] = {}) =>
  eventType(`users.onboarding.${what}`, { 'pt-BR': pt, 'en-US': en }, { ...onboarding, ...more })

export const stepEventTypes: EventType[] = [
  told(
    'submitted',
    'O onboarding está completo e as verificações começam.',
    'The onboarding is complete: checks begin.',
  ),
  told(
    'delayed',
    'Uma verificação espera por um analista ou por um parceiro que não responde.',
    'A check waits for an analyst or for a partner that does not answer.',
  ),
  told('resumed', 'As verificações seguem.', 'The checks go on.'),
  told(
    'resubmission_asked',
    'Um analista pede que algo seja enviado de novo: failed_message do onboarding diz o quê.',
    'An analyst asks for something again: failed_message of the onboarding says what.',
  ),
  told(
    'checks_approved',
    'Todas as verificações passaram, menos a prova de vida.',
    'Every check has passed but the faces.',
  ),
  told(
    'liveness_released',
    'As provas de vida estão abertas: peça os links e entregue cada um à sua pessoa.',
    'The faces are awaited: ask for the links and give each to its person.',
    { liveness_ids: Type.Array(Uuid), legal_representative_ids: Type.Optional(Type.Array(Uuid)) },
  ),
  told('liveness_updated', 'Uma prova de vida foi aprovada.', 'A face was approved.', {
    liveness_status: openEnum(livenessStatuses),
    legal_representative_id: Type.Optional(Uuid),
  }),
  told(
    'finished',
    'O onboarding terminou: a pessoa é o usuário target_user_id do produto.',
    'The onboarding is finished: the person is the user target_user_id of the product.',
    { target_user_id: Uuid },
  ),
  told(
    'rejected',
    'O onboarding foi recusado: failed_code diz por quê.',
    'The onboarding was rejected: see failed_code.',
  ),
  told('failed', 'O onboarding não pôde ser avaliado.', 'The onboarding could not be judged.'),
  told('expired', 'O prazo do onboarding acabou.', 'The time of the onboarding has run out.'),
]
