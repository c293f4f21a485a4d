import { record } from '../../../events/record.ts'
import { preconditionFailed } from '../../../http/faults.ts'
import { matchesVersion } from '../../../http/if-match.ts'
import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { clientNotFound, clientRulesBroken, clientStatusFixed } from '../errors.ts'
import { crossborder } from '../events.ts'
import { type EarlierServices, keepEarlier } from '../revision-store.ts'
import {
  applyClientPatch,
  ClientPatch,
  ClientPath,
  ClientReply,
  changedFields,
  clientActivity,
  identityOf,
  isSomebodyElse,
} from './client.ts'
import { lockClient, saveClient } from './client-store.ts'
import { texts } from './texts.ts'
import { verifyClient } from './verify-client.job.ts'

/** Partial update of a cross-border client. A change of identity requires a new verification. */
export const updateClient = route({
  name: 'updateClient',
  ...texts.updateClient,
  method: 'PATCH',
  path: '/v1/crossborder/clients/:client_id',
  params: ClientPath,
  body: ClientPatch,
  example: { name: 'Northwind Trading', address: { city: 'Tampa' } },
  reply: { 200: ClientReply },
  errors: [clientNotFound, clientStatusFixed, clientRulesBroken, preconditionFailed],

  async handle({ params, body, scope, if_match, transaction }, { earlierSeal }: EarlierServices) {
    return transaction(async (tx) => {
      const stored = found(await lockClient(tx, params.client_id), clientNotFound)
      if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
      const client = applyClientPatch(stored, body, tx.now)
      if (isSomebodyElse(stored, client))
        keepEarlier(tx, earlierSeal, { ...stored, client_id: stored.id }, identityOf(stored))
      saveClient(tx, client)
      const metadata = { changed: changedFields(stored, client) }
      const activity = clientActivity(client, 'CLIENT_UPDATED', { metadata })
      record(tx, crossborder.client.updated(client), { activity })
      if (client.status === 'PENDING') await tx.enqueue(verifyClient, { user_id: scope.user_id, ...params })
      return client
    })
  },
})
