import Type from 'typebox'
import { event } from '../../../events/event.ts'
import { openEnum, Uuid } from '../../../http/schema.ts'
import { aboutOnboarding } from '../events.ts'
import { livenessStatuses } from '../liveness/liveness.ts'

/** Events of an onboarding from its submission on. */
export const users = {
  onboarding: {
    submitted: event(
      'users.onboarding.submitted',
      {
        'pt-BR': 'O onboarding está completo e as verificações começaram.',
        'en-US': 'The onboarding is complete and the checks have started.',
      },
      aboutOnboarding,
    ),
    delayed: event(
      'users.onboarding.delayed',
      {
        'pt-BR': 'Uma verificação aguarda um analista ou um parceiro que não responde.',
        'en-US': 'A check waits for an analyst or for a partner that does not respond.',
      },
      aboutOnboarding,
    ),
    resumed: event(
      'users.onboarding.resumed',
      { 'pt-BR': 'As verificações foram retomadas.', 'en-US': 'The checks have resumed.' },
      aboutOnboarding,
    ),
    resubmission_asked: event(
      'users.onboarding.resubmission_asked',
      {
        'pt-BR': 'Um analista solicitou um reenvio: failed_message do onboarding descreve o que enviar.',
        'en-US': 'An analyst requested a resubmission: failed_message of the onboarding describes what to send.',
      },
      aboutOnboarding,
    ),
    checks_approved: event(
      'users.onboarding.checks_approved',
      {
        'pt-BR': 'Todas as verificações foram aprovadas, exceto a prova de vida.',
        'en-US': 'Every check has passed except liveness.',
      },
      aboutOnboarding,
    ),
    liveness_released: event(
      'users.onboarding.liveness_released',
      {
        'pt-BR': 'As provas de vida estão abertas: obtenha os links e envie cada um à respectiva pessoa.',
        'en-US': 'The liveness checks are open: get the links and send each one to its person.',
      },
      aboutOnboarding,
      { liveness_ids: Type.Array(Uuid), legal_representative_ids: Type.Optional(Type.Array(Uuid)) },
    ),
    liveness_updated: event(
      'users.onboarding.liveness_updated',
      { 'pt-BR': 'Uma prova de vida foi aprovada.', 'en-US': 'A liveness check was approved.' },
      aboutOnboarding,
      { liveness_status: openEnum(livenessStatuses), legal_representative_id: Type.Optional(Uuid) },
    ),
    liveness_reopened: event(
      'users.onboarding.liveness_reopened',
      {
        'pt-BR':
          'Uma prova de vida é solicitada novamente, pelo mesmo link ou com outro vídeo: failed_message do onboarding informa o motivo.',
        'en-US':
          'A liveness check is requested again, through the same link or with another video: failed_message of the onboarding contains the reason.',
      },
      aboutOnboarding,
      { legal_representative_id: Type.Optional(Uuid) },
    ),
    finished: event(
      'users.onboarding.finished',
      {
        'pt-BR':
          'O onboarding foi concluído: a pessoa é o usuário target_user_id do produto, com a carteira padrão default_wallet_id.',
        'en-US':
          'The onboarding is finished: the person is the user target_user_id of the product, with the default wallet default_wallet_id.',
      },
      aboutOnboarding,
      // Events from before these fields existed stay valid under the contract.
      { target_user_id: Type.Optional(Uuid), default_wallet_id: Type.Optional(Uuid) },
    ),
    rejected: event(
      'users.onboarding.rejected',
      {
        'pt-BR': 'O onboarding foi reprovado: failed_code informa o motivo.',
        'en-US': 'The onboarding was rejected: failed_code is the reason.',
      },
      aboutOnboarding,
    ),
    failed: event(
      'users.onboarding.failed',
      { 'pt-BR': 'O onboarding não pôde ser avaliado.', 'en-US': 'The onboarding could not be evaluated.' },
      aboutOnboarding,
    ),
    expired: event(
      'users.onboarding.expired',
      { 'pt-BR': 'O prazo do onboarding terminou.', 'en-US': 'The deadline of the onboarding has passed.' },
      aboutOnboarding,
    ),
    withdrawn: event(
      'users.onboarding.withdrawn',
      {
        'pt-BR': 'O onboarding foi retirado, com todos os seus dados, antes das verificações.',
        'en-US': 'The onboarding was withdrawn, with all its data, before the checks.',
      },
      aboutOnboarding,
    ),
  },
}
