import Type from 'typebox'
import type { OfProduct } from '../../gate/records.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { about, event } from '../event.ts'

type Changed = { id: string; version: number; updated_at: string } & OfProduct

const endpoint = about('webhook_endpoints', { endpoint_id: Uuid }, ({ id }: Changed) => ({
  endpoint_id: id,
}))
type Test = { id: string; version: 1; endpoint_id: string } & OfProduct

/** A test has an object id of its own: it changes nothing about the endpoint, so it takes no number of its sequence. */
const test = about(null, { endpoint_id: Uuid }, ({ endpoint_id }: Test) => ({ endpoint_id }))

/** Declared here, because the delivery code disables endpoints. The area's operations emit the other events. */
export const webhooks = {
  endpoint: {
    created: event(
      'webhooks.endpoint.created',
      { 'pt-BR': 'Um endpoint de webhooks foi criado.', 'en-US': 'A webhook endpoint was created.' },
      endpoint,
    ),
    updated: event(
      'webhooks.endpoint.updated',
      { 'pt-BR': 'Um endpoint de webhooks foi alterado.', 'en-US': 'A webhook endpoint was changed.' },
      endpoint,
      { changed: Type.Array(Type.String(), { description: 'The names of the fields that changed.' }) },
    ),
    secret_rotated: event(
      'webhooks.endpoint.secret_rotated',
      {
        'pt-BR': 'O segredo de um endpoint foi trocado. O anterior ainda assina até o prazo escolhido.',
        'en-US': 'The secret of an endpoint was replaced. The one before still signs until the time chosen.',
      },
      endpoint,
    ),
    disabled: event(
      'webhooks.endpoint.disabled',
      {
        'pt-BR':
          'O gateway deixou de enviar a um endpoint: ele respondeu 410, ou nada ouviu por dias. Ative-o de novo e recupere o que perdeu.',
        'en-US':
          'The gateway stopped sending to an endpoint: it answered 410, or failed for days. Enable it again and recover what it missed.',
      },
      endpoint,
      { reason: openEnum(['GONE', 'FAILING']) },
    ),
    deleted: event(
      'webhooks.endpoint.deleted',
      { 'pt-BR': 'Um endpoint de webhooks foi removido.', 'en-US': 'A webhook endpoint was deleted.' },
      endpoint,
    ),
    tested: event(
      'webhooks.endpoint.tested',
      {
        'pt-BR': 'Um teste pedido por você: só o endpoint testado o recebe, quaisquer que sejam os tipos escolhidos.',
        'en-US': 'A test you asked for: only the endpoint under test is sent it, whatever types it chose.',
      },
      test,
    ),
  },
}
