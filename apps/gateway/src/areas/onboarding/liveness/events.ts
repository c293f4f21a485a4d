import Type from 'typebox'
import { about, event } from '../../../events/event.ts'
import { openEnum, Uuid } from '../../../http/schema.ts'
import { livenessMethods } from '../onboarding.ts'
import { type Liveness, livenessStatuses } from './liveness.ts'

/** Ids and states. The link is excluded, because anyone who has it can act as the person. */
const liveness = about(
  null,
  {
    liveness_id: Uuid,
    onboarding_id: Uuid,
    legal_representative_id: Type.Optional(Uuid),
    status: openEnum(livenessStatuses),
    method: openEnum(livenessMethods),
  },
  ({ id, onboarding_id, legal_representative_id, status, method }: Liveness) => ({
    liveness_id: id,
    onboarding_id,
    legal_representative_id,
    status,
    method,
  }),
)

export const users = {
  liveness: {
    submitted: event(
      'users.liveness.submitted',
      { 'pt-BR': 'O vídeo da prova de vida foi recebido.', 'en-US': 'The video of a liveness check was received.' },
      liveness,
      { liveness_video_id: Uuid },
    ),
    revoked: event(
      'users.liveness.revoked',
      { 'pt-BR': 'O link da prova de vida foi revogado.', 'en-US': 'The link of a liveness check was revoked.' },
      liveness,
    ),
    renewed: event(
      'users.liveness.renewed',
      {
        'pt-BR': 'A prova de vida tem um novo link, e o anterior deixou de funcionar.',
        'en-US': 'A liveness check has a new link, and the previous link no longer works.',
      },
      liveness,
    ),
    discarded: event(
      'users.liveness.discarded',
      {
        'pt-BR':
          'O documento da pessoa foi corrigido: o vídeo e o link anteriores não valem mais, e a prova de vida é solicitada novamente.',
        'en-US':
          "The person's document was corrected: the previous video and link are no longer valid, and the liveness check is requested again.",
      },
      liveness,
    ),
  },
}
