import { found } from '../../../base/errors/fault.ts'
import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../gate/faults.ts'
import { matchesVersion } from '../../../gate/if-match.ts'
import { route } from '../../../gate/route.ts'
import { clientNotFound, clientStatusFixed } from '../errors.ts'
import { crossborder } from '../events.ts'
import { applyClientPatch, ClientPatch, ClientPath, ClientReply, changedFields, clientActivity } from './client.ts'
import { lockClient, saveClient } from './client-store.ts'

export const updateClient = route({
  name: 'updateClient',
  summary: 'Update a client',
  method: 'PATCH',
  path: '/v1/crossborder/clients/:client_id',
  params: ClientPath,
  body: ClientPatch,
  example: { name: 'Northwind Trading', address: { city: 'Tampa' } },
  reply: { 200: ClientReply },
  errors: [clientNotFound, clientStatusFixed, preconditionFailed],

  async handle({ params, body, if_match, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockClient(tx, params.client_id), clientNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const client = applyClientPatch(stored, body, tx.now)
      saveClient(tx, client)
      const metadata = { changed: changedFields(stored, client) }
      const activity = clientActivity(client, 'CLIENT_UPDATED', { metadata })
      record(tx, crossborder.client.updated(client), { activity })
      return client
    })
  },
})
