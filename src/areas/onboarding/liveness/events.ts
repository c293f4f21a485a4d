import Type from 'typebox'
import { type EventType, eventType } from '../../../events/event-type.ts'
import type { Happening } from '../../../events/record.ts'
import { openEnum, Uuid } from '../../../gate/schema.ts'
import { livenessMethods } from '../onboarding.ts'
import { type Liveness, livenessStatuses } from './liveness.ts'

const liveness = {
  liveness_id: Uuid,
  onboarding_id: Uuid,
  legal_representative_id: Type.Optional(Uuid),
  status: openEnum(livenessStatuses),
  method: openEnum(livenessMethods),
}

export const livenessEventTypes: EventType[] = [
  eventType(
    'users.liveness.submitted',
    { 'pt-BR': 'O vídeo da prova de vida chegou.', 'en-US': 'The video of a liveness has come in.' },
    { ...liveness, liveness_video_id: Uuid },
  ),
  eventType(
    'users.liveness.revoked',
    { 'pt-BR': 'O link da prova de vida foi revogado.', 'en-US': 'The link of a liveness was revoked.' },
    liveness,
  ),
  eventType(
    'users.liveness.renewed',
    {
      'pt-BR': 'A prova de vida tem um novo link, e o anterior não abre mais.',
      'en-US': 'A liveness has a new link, and the one before opens nothing any more.',
    },
    liveness,
  ),
]

/** Ids and states. The address is not among them: whoever has it can act as the person. */
export function livenessHappened(
  what: 'submitted' | 'revoked' | 'renewed',
  { id, onboarding_id, legal_representative_id, status, method, version }: Liveness,
  more: Record<string, unknown> = {},
): Happening {
  return {
    type: `users.liveness.${what}`,
    object_id: id,
    sequence: version,
    data: {
      liveness_id: id,
      onboarding_id,
      ...(legal_representative_id && { legal_representative_id }),
      status,
      method,
      ...more,
    },
  }
}
