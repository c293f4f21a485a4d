import { findActiveApiKey, revokeApiKey } from '../../http/auth/api-key-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { recordNotFound } from './errors.ts'
import { KeyPath, KeyReply } from './shapes.ts'

/** No approval is needed: a leaked key has to stop working at the next request. */
export const revokeKey = deskRoute({
  name: 'revokeKey',
  summary: 'Revoke an API key; it is rejected from the next request on',
  method: 'POST',
  path: '/v1/keys/:key_id/revoke',
  roles: ['operator'],
  params: KeyPath,
  body: Reasoned,
  example: { reason: 'it was found in a repository' },
  reply: { 200: KeyReply },
  errors: [recordNotFound],

  async handle({ params: { key_id }, body: { reason }, look, act }) {
    const { user_id } = found(await look((tx) => findActiveApiKey(tx, key_id)), recordNotFound)
    return act({
      user_id,
      subject: { type: 'api_key', id: key_id },
      reason,
      async work(tx) {
        const answer = found(await revokeApiKey(tx, key_id), recordNotFound)
        return {
          answer,
          changes: { revoked_at: [null, answer.revoked_at] },
          records: [kept.apiKey(key_id)],
        }
      },
    })
  },
})
