import { findActiveApiKey } from '../../http/auth/api-key-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { freshLoginNeeded } from '../auth/errors.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { type KeyServices, keepNewKey } from './create-key.ts'
import { keyLimitReached, recordNotFound } from './errors.ts'
import { KeyPath, NewKeyReply } from './shapes.ts'

/** A second key beside the current one, with the same name: both work until the old one is revoked. */
export const rotateKey = deskRoute({
  name: 'rotateKey',
  summary: 'Create the successor of this API key; the key is shown only once',
  method: 'POST',
  path: '/v1/keys/:key_id/rotate',
  roles: ['operator'],
  freshLogin: true,
  decision: 'key_creation',
  params: KeyPath,
  body: Reasoned,
  example: { reason: 'a year old' },
  reply: { 201: NewKeyReply },
  errors: [freshLoginNeeded, recordNotFound, keyLimitReached],

  async handle({ params: { key_id }, body: { reason }, look, act }, { settings }: KeyServices) {
    const { user_id, name } = found(await look((tx) => findActiveApiKey(tx, key_id)), recordNotFound)
    return act({
      user_id,
      subject: { type: 'api_key', id: key_id },
      reason,
      work: (tx) => keepNewKey(tx, settings, { user_id, name, replaces: key_id }),
    })
  },
})
