import Type from 'typebox'
import { makeApiKey } from '../../http/auth/api-key.ts'
import { insertApiKey } from '../../http/auth/api-key-store.ts'
import type { keyMakingSettings } from '../../http/auth/settings.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { found } from '../../platform/errors/fault.ts'
import { createKeyRing } from '../../platform/key-ring.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { freshLoginNeeded } from '../auth/errors.ts'
import { type ActionResult, deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { keyLimitReached } from './errors.ts'
import { Name, NewKeyReply, UserPath } from './shapes.ts'

const KeyCreate = Type.Object({ name: Name, reason: Reason }, { additionalProperties: false, title: 'ApiKeyCreate' })

export interface KeyServices {
  settings: Settings<typeof keyMakingSettings>
}

export const createKey = deskRoute({
  name: 'createKey',
  summary: 'Create an API key of a user; the key is shown only once',
  method: 'POST',
  path: '/v1/users/:user_id/keys',
  roles: ['operator'],
  freshLogin: true,
  decision: 'key_creation',
  params: UserPath,
  body: KeyCreate,
  example: { name: 'production', reason: 'requested by the integrator' },
  reply: { 201: NewKeyReply },
  errors: [freshLoginNeeded, keyLimitReached],

  handle: ({ params: { user_id }, body: { name, reason }, act }, { settings }: KeyServices) =>
    act({
      user_id,
      subject: { type: 'api_keys_of_user', id: user_id },
      reason,
      work: (tx) => keepNewKey(tx, settings, { user_id, name }),
    }),
})

/** The key is only in the response. Neither the database nor the journal has it. */
export async function keepNewKey(
  tx: Tx,
  { INSTALLATION, API_KEY_PEPPER }: KeyServices['settings'],
  { user_id, name, replaces }: { user_id: string; name: string; replaces?: string },
): Promise<ActionResult<object>> {
  const { key, ...stored } = makeApiKey(INSTALLATION, createKeyRing(API_KEY_PEPPER).newest)
  const { id } = stored
  const made = found(await insertApiKey(tx, { ...stored, user_id, name }), keyLimitReached)
  return {
    answer: { ...made, key, ...(replaces && { replaces }) },
    changes: { key_id: [null, id], name: [null, name], ...(replaces && { replaces }) },
    records: [kept.apiKey(id)],
  }
}
