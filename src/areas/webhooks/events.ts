import Type from 'typebox'
import { eventType } from '../../events/event-type.ts'
import type { Happening } from '../../events/record.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import type { Endpoint } from './endpoint.ts'

const endpoint_id = Uuid
const changed = Type.Array(Type.String(), { description: 'The names of the fields that changed.' })

export const webhookEventTypes = [
  eventType(
    'webhooks.endpoint.created',
    { 'pt-BR': 'Um endpoint de webhooks foi criado.', 'en-US': 'A webhook endpoint was created.' },
    { endpoint_id },
  ),
  eventType(
    'webhooks.endpoint.updated',
    { 'pt-BR': 'Um endpoint de webhooks foi alterado.', 'en-US': 'A webhook endpoint was changed.' },
    { endpoint_id, changed },
  ),
  eventType(
    'webhooks.endpoint.secret_rotated',
    {
      'pt-BR': 'O segredo de um endpoint foi trocado. O anterior ainda assina até o prazo escolhido.',
      'en-US': 'The secret of an endpoint was replaced. The one before still signs until the time chosen.',
    },
    { endpoint_id },
  ),
  eventType(
    'webhooks.endpoint.disabled',
    {
      'pt-BR':
        'O gateway deixou de enviar a um endpoint: ele respondeu 410, ou nada ouviu por dias. Ative-o de novo e recupere o que perdeu.',
      'en-US':
        'The gateway stopped sending to an endpoint: it answered 410, or heard nothing for days. Enable it again and recover what it missed.',
    },
    { endpoint_id, reason: openEnum(['GONE', 'FAILING']) },
  ),
  eventType(
    'webhooks.endpoint.deleted',
    { 'pt-BR': 'Um endpoint de webhooks foi removido.', 'en-US': 'A webhook endpoint was deleted.' },
    { endpoint_id },
  ),
  eventType(
    'webhooks.endpoint.tested',
    {
      'pt-BR': 'Um teste pedido por você: só o endpoint testado o recebe, quaisquer que sejam os tipos escolhidos.',
      'en-US': 'A test you asked for: only the endpoint under test is sent it, whatever types it chose.',
    },
    { endpoint_id },
  ),
]

export function endpointHappened(
  what: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  { id, version }: Endpoint,
  details: Record<string, unknown> = {},
): Happening {
  return {
    type: `webhooks.endpoint.${what}`,
    object_id: id,
    sequence: version,
    data: { endpoint_id: id, ...details },
  }
}

/** A test is an object of its own: it changes nothing about the endpoint, so it takes none of its sequence. */
export function endpointTested(test_id: string, endpoint_id: string): Happening {
  return { type: 'webhooks.endpoint.tested', object_id: test_id, sequence: 1, data: { endpoint_id }, endpoint_id }
}
