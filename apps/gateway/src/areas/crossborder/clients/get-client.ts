import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientNotFound } from '../errors.ts'
import { ClientPath, ClientSummary } from './client.ts'
import { findClient } from './client-store.ts'
import { texts } from './texts.ts'

export const getClient = route({
  name: 'getClient',
  ...texts.getClient,
  method: 'GET',
  path: '/v1/crossborder/clients/:client_id',
  params: ClientPath,
  brief: true,
  reply: { 200: ClientSummary },
  errors: [clientNotFound],

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findClient(tx, params.client_id), clientNotFound)),
})
