import Type from 'typebox'
import { event } from '../../../events/event.ts'
import { openEnum, Uuid } from '../../../gate/schema.ts'
import { aboutOnboarding } from '../events.ts'
import { livenessStatuses } from '../liveness/liveness.ts'

/** Events of an onboarding from its submission on. */
export const users = {
  onboarding: {
    submitted: event(
      'users.onboarding.submitted',
      {
        'pt-BR': 'O onboarding está completo e as verificações começam.',
        'en-US': 'The onboarding is complete: checks begin.',
      },
      aboutOnboarding,
    ),
    delayed: event(
      'users.onboarding.delayed',
      {
        'pt-BR': 'Uma verificação espera por um analista ou por um parceiro que não responde.',
        'en-US': 'A check waits for an analyst or for a partner that does not answer.',
      },
      aboutOnboarding,
    ),
    resumed: event(
      'users.onboarding.resumed',
      { 'pt-BR': 'As verificações seguem.', 'en-US': 'The checks go on.' },
      aboutOnboarding,
    ),
    resubmission_asked: event(
      'users.onboarding.resubmission_asked',
      {
        'pt-BR': 'Um analista pede que algo seja enviado de novo: failed_message do onboarding diz o quê.',
        'en-US': 'An analyst requests something again: failed_message of the onboarding contains the request.',
      },
      aboutOnboarding,
    ),
    checks_approved: event(
      'users.onboarding.checks_approved',
      {
        'pt-BR': 'Todas as verificações passaram, menos a prova de vida.',
        'en-US': 'Every check has passed but the faces.',
      },
      aboutOnboarding,
    ),
    liveness_released: event(
      'users.onboarding.liveness_released',
      {
        'pt-BR': 'As provas de vida estão abertas: peça os links e entregue cada um à sua pessoa.',
        'en-US': 'The faces are awaited: ask for the links and give each to its person.',
      },
      aboutOnboarding,
      { liveness_ids: Type.Array(Uuid), legal_representative_ids: Type.Optional(Type.Array(Uuid)) },
    ),
    liveness_updated: event(
      'users.onboarding.liveness_updated',
      { 'pt-BR': 'Uma prova de vida foi aprovada.', 'en-US': 'A face was approved.' },
      aboutOnboarding,
      { liveness_status: openEnum(livenessStatuses), legal_representative_id: Type.Optional(Uuid) },
    ),
    liveness_reopened: event(
      'users.onboarding.liveness_reopened',
      {
        'pt-BR':
          'Uma prova de vida é pedida de novo, pelo mesmo link ou com outro vídeo: failed_message do onboarding diz por quê.',
        'en-US':
          'A face is asked for again, by the same link or with another video: failed_message of the onboarding contains the reason.',
      },
      aboutOnboarding,
      { legal_representative_id: Type.Optional(Uuid) },
    ),
    finished: event(
      'users.onboarding.finished',
      {
        'pt-BR':
          'O onboarding terminou: a pessoa é o usuário target_user_id do produto, e default_wallet_id é a sua carteira padrão.',
        'en-US':
          'The onboarding is finished: the person is the user target_user_id of the product, and default_wallet_id its default wallet.',
      },
      aboutOnboarding,
      // Events from before these fields existed stay valid under the contract.
      { target_user_id: Type.Optional(Uuid), default_wallet_id: Type.Optional(Uuid) },
    ),
    rejected: event(
      'users.onboarding.rejected',
      {
        'pt-BR': 'O onboarding foi recusado: failed_code diz por quê.',
        'en-US': 'The onboarding was rejected: see failed_code.',
      },
      aboutOnboarding,
    ),
    failed: event(
      'users.onboarding.failed',
      { 'pt-BR': 'O onboarding não pôde ser avaliado.', 'en-US': 'The onboarding could not be judged.' },
      aboutOnboarding,
    ),
    expired: event(
      'users.onboarding.expired',
      { 'pt-BR': 'O prazo do onboarding acabou.', 'en-US': 'The time of the onboarding has run out.' },
      aboutOnboarding,
    ),
    withdrawn: event(
      'users.onboarding.withdrawn',
      {
        'pt-BR': 'O onboarding foi retirado, com tudo o que havia nele, antes das verificações.',
        'en-US': 'The onboarding was withdrawn, with all that was in it, before the checks.',
      },
      aboutOnboarding,
    ),
  },
}
