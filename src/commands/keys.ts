import type { Command } from 'commander'
import type pg from 'pg'
import { readSettings } from '../base/config/settings.ts'
import { keep } from '../desk/journal/keep.ts'
import { kept } from '../desk/journal/kept.ts'
import { makeApiKey } from '../gate/auth/api-key.ts'
import {
  ACTIVE_KEYS_MAX,
  type ApiKey,
  findActiveApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
} from '../gate/auth/api-key-store.ts'
import { keySettings } from '../settings.ts'
import { asOperator, found, keeping } from './operator.ts'
import { show } from './show.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys (deprecated: platform tokens are recommended)')

  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--user <user_id>', 'for whom')
    .requiredOption('--name <name>', 'what it is for')
    .action(async function (this: Command, options: { user: string; name: string }) {
      show(this, await asOperator((db) => createKey(db, options.user, options.name)))
    })

  keys
    .command('rotate')
    .description('make the key that takes over from this one; revoke this one once the new one is in place')
    .argument('<key_id>')
    .action(async function (this: Command, keyId: string) {
      show(this, await asOperator((db) => rotateKey(db, keyId)))
    })

  keys
    .command('list')
    .requiredOption('--user <user_id>', 'whose keys')
    .action(async function (this: Command, options: { user: string }) {
      show(this, await asOperator((db) => listApiKeys(db, options.user)))
    })

  keys
    .command('revoke')
    .description('refuse the key from the next request on')
    .argument('<key_id>')
    .action(async function (this: Command, keyId: string) {
      const act = { operation: 'keys revoke', subject: { type: 'api_key', id: keyId } }
      show(
        this,
        await keeping(act, async (tx) => ({
          answer: found(await revokeApiKey(tx, keyId), 'an active key with this id'),
          records: [kept.apiKey(keyId)],
        })),
      )
    })
}

export async function createKey(
  bootstrap: pg.Pool,
  user_id: string,
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ApiKey & { key: string }> {
  const { API_KEY_PEPPER, API_KEY_ENVIRONMENT } = readSettings(keySettings, env)
  const { id, key, hash } = makeApiKey(API_KEY_ENVIRONMENT, API_KEY_PEPPER)
  const act = { operation: 'keys create', user_id, subject: { type: 'api_key', id } }
  return keep(bootstrap, act, async (tx) => {
    const made = await insertApiKey(tx, { id, user_id, name, hash })
    if (!made) throw new Error(`the user is unknown, or has ${ACTIVE_KEYS_MAX} active keys already: revoke one first`)
    return { answer: { ...made, key }, records: [kept.apiKey(id)] }
  })
}

/** A second key beside the one in use, of the same name: both work until the old one is revoked. */
async function rotateKey(operator: pg.Pool, keyId: string) {
  const { user_id, name } = found(await findActiveApiKey(operator, keyId), 'an active key with this id')
  return {
    ...(await createKey(operator, user_id, name)),
    replaces: keyId,
    next: `eclusa keys revoke ${keyId}`,
  }
}
