import type { Command } from 'commander'
import type pg from 'pg'
import { kept } from '../backoffice/audit-log/audit-subjects.ts'
import { keep } from '../backoffice/audit-log/bootstrap-action.ts'
import { makeApiKey } from '../http/auth/api-key.ts'
import { ACTIVE_KEYS_MAX, insertApiKey, type StoredApiKey } from '../http/auth/api-key-store.ts'
import { keyMakingSettings } from '../http/auth/settings.ts'
import { readSettings } from '../platform/config/settings.ts'
import { requireInstallation } from '../platform/db/installation-guard.ts'
import { createKeyRing } from '../platform/key-ring.ts'
import { doAtDesk, listAtDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { asOperator, BOOTSTRAP, type Bootstrapped } from './operator.ts'
import { show } from './show.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys (deprecated: platform tokens are recommended)')

  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--user <user_id>', 'for whom')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--reason <text>', 'why')
    .option('--bootstrap', `${BOOTSTRAP}; needs API_KEY_PEPPER as well`)
    .action(async function (this: Command, options: { user: string; name: string } & Bootstrapped) {
      const { user: user_id, name, reason, bootstrap } = options
      if (!bootstrap) return doAtDesk(this, `/v1/users/${user_id}/keys`, { name, reason }, named)
      const made = await asOperator(async (db) => {
        await requireInstallation(db, readSettings(keyMakingSettings, process.env).INSTALLATION)
        return createKey(db, user_id, name, reason)
      })
      show(this, named({ ...made }))
    })

  keys
    .command('rotate')
    .description('make the key that takes over from this one; revoke this one once the new one is in place')
    .argument('<key_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, key_id: string, reasoned: { reason: string }) {
      const next = `eclusa keys revoke ${key_id}`
      await doAtDesk(this, `/v1/keys/${key_id}/rotate`, reasoned, (key) => ({ ...named(key), next }))
    })

  keys
    .command('list')
    .requiredOption('--user <user_id>', 'whose keys')
    .action(async function (this: Command, { user }: { user: string }) {
      show(this, (await listAtDesk(`/v1/users/${user}/keys`)).map(named))
    })

  keys
    .command('revoke')
    .description('revoke the key; it is rejected from the next request on')
    .argument('<key_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, key_id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `/v1/keys/${key_id}/revoke`, reasoned, named)
    })
}

const named = ({ id, ...key }: ResponseBody) => ({ key_id: id, ...key })

/** Uses the login of the bootstrap commands, and writes an audit log entry. */
export async function createKey(
  bootstrap: pg.Pool,
  user_id: string,
  name: string,
  reason: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<StoredApiKey & { key: string }> {
  const { API_KEY_PEPPER, INSTALLATION } = readSettings(keyMakingSettings, env)
  const { key, ...stored } = makeApiKey(INSTALLATION, createKeyRing(API_KEY_PEPPER).newest)
  const { id } = stored
  const act = { operation: 'keys create', user_id, reason, subject: { type: 'api_key', id } }
  return keep(bootstrap, act, async (tx) => {
    const made = await insertApiKey(tx, { ...stored, user_id, name })
    if (!made) throw new Error(`the user is unknown, or has ${ACTIVE_KEYS_MAX} active keys already: revoke one first`)
    return { answer: { ...made, key }, records: [kept.apiKey(id)] }
  })
}
