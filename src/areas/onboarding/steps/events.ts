import Type from 'typebox'
import type { EventType } from '../../../events/event-type.ts'
import { openEnum, Uuid } from '../../../gate/schema.ts'
import { livenessStatuses } from '../liveness/liveness.ts'
import { onboardingEvent } from '../onboarding-event.ts'

export const stepEventTypes: EventType[] = [
  onboardingEvent(
    'submitted',
    'O onboarding está completo e as verificações começam.',
    'The onboarding is complete: checks begin.',
  ),
  onboardingEvent(
    'delayed',
    'Uma verificação espera por um analista ou por um parceiro que não responde.',
    'A check waits for an analyst or for a partner that does not answer.',
  ),
  onboardingEvent('resumed', 'As verificações seguem.', 'The checks go on.'),
  onboardingEvent(
    'resubmission_asked',
    'Um analista pede que algo seja enviado de novo: failed_message do onboarding diz o quê.',
    'An analyst asks for something again: failed_message of the onboarding says what.',
  ),
  onboardingEvent(
    'checks_approved',
    'Todas as verificações passaram, menos a prova de vida.',
    'Every check has passed but the faces.',
  ),
  onboardingEvent(
    'liveness_released',
    'As provas de vida estão abertas: peça os links e entregue cada um à sua pessoa.',
    'The faces are awaited: ask for the links and give each to its person.',
    { liveness_ids: Type.Array(Uuid), legal_representative_ids: Type.Optional(Type.Array(Uuid)) },
  ),
  onboardingEvent('liveness_updated', 'Uma prova de vida foi aprovada.', 'A face was approved.', {
    liveness_status: openEnum(livenessStatuses),
    legal_representative_id: Type.Optional(Uuid),
  }),
  onboardingEvent(
    'liveness_reopened',
    'Uma prova de vida é pedida de novo, pelo mesmo link ou com outro vídeo: failed_message do onboarding diz por quê.',
    'A face is asked for again, by the same link or with another video: failed_message of the onboarding says why.',
    { legal_representative_id: Type.Optional(Uuid) },
  ),
  onboardingEvent(
    'finished',
    'O onboarding terminou: a pessoa é o usuário target_user_id do produto.',
    'The onboarding is finished: the person is the user target_user_id of the product.',
    // Events from before it was told stay true to the contract.
    { target_user_id: Type.Optional(Uuid) },
  ),
  onboardingEvent(
    'rejected',
    'O onboarding foi recusado: failed_code diz por quê.',
    'The onboarding was rejected: see failed_code.',
  ),
  onboardingEvent('failed', 'O onboarding não pôde ser avaliado.', 'The onboarding could not be judged.'),
  onboardingEvent('expired', 'O prazo do onboarding acabou.', 'The time of the onboarding has run out.'),
]
