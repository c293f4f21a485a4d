import Type from 'typebox'
import type { OfProduct } from '../../http/repository.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
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
        'pt-BR': 'O segredo de um endpoint foi rotacionado. O anterior ainda assina até o prazo escolhido.',
        'en-US': 'The secret of an endpoint was rotated. The previous secret also signs until the chosen time.',
      },
      endpoint,
    ),
    disabled: event(
      'webhooks.endpoint.disabled',
      {
        'pt-BR':
          'O gateway deixou de enviar eventos a um endpoint: ele respondeu 410, ou as entregas falharam por dias. Ative-o novamente e recupere os eventos perdidos.',
        'en-US':
          'The gateway stopped sending events to an endpoint: it responded 410, or deliveries failed for days. Enable it again and recover the missed events.',
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
        'pt-BR':
          'Um teste solicitado por você: somente o endpoint testado o recebe, quaisquer que sejam os tipos escolhidos.',
        'en-US': 'A test that you requested: only the tested endpoint receives it, whatever types it selects.',
      },
      test,
    ),
  },
}
