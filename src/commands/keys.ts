import type { Command } from 'commander'
import type pg from 'pg'
import { readSettings } from '../base/config/settings.ts'
import { makeApiKey } from '../gate/auth/api-key.ts'
import { keySettings } from '../settings.ts'
import { asOperator, found, type Row, show } from './operator.ts'

/** Two, so that a key can be replaced without a moment in which neither works. */
const ACTIVE_KEYS_MAX = 2

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
      const { rows } = await asOperator((db) =>
        db.query(
          'select id as key_id, name, created_at, last_used_at, revoked_at from api_keys where user_id = $1 order by created_at',
          [options.user],
        ),
      )
      show(this, rows)
    })

  keys
    .command('revoke')
    .description('refuse the key from the next request on')
    .argument('<key_id>')
    .action(async function (this: Command, keyId: string) {
      const { rows } = await asOperator((db) =>
        db.query(
          'update api_keys set revoked_at = now() where id = $1 and revoked_at is null returning id as key_id, revoked_at',
          [keyId],
        ),
      )
      show(this, found(rows, 'an active key with this id'))
    })
}

export async function createKey(
  db: pg.Pool,
  userId: string,
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Row> {
  const { API_KEY_PEPPER, API_KEY_ENVIRONMENT } = readSettings(keySettings, env)
  const { id, key, hash } = makeApiKey(API_KEY_ENVIRONMENT, API_KEY_PEPPER)
  const client = await db.connect()
  try {
    // Two made at once take turns on the user's row, so that the second counts the first.
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [userId])
    const { rows } = await client.query(
      `insert into api_keys (id, user_id, name, hash)
       select $1, users.id, $3, $4 from users
       where users.id = $2 and (select count(*) from api_keys where user_id = $2 and revoked_at is null) < $5
       returning id as key_id, user_id, name, created_at`,
      [id, userId, name, hash, ACTIVE_KEYS_MAX],
    )
    await client.query('commit')
    if (!rows[0])
      throw new Error(`the user is unknown, or has ${ACTIVE_KEYS_MAX} active keys already: revoke one first`)
    return { ...(rows[0] as Row), key }
  } finally {
    client.release()
  }
}

/** A second key beside the one in use, of the same name: both work until the old one is revoked. */
async function rotateKey(db: pg.Pool, keyId: string): Promise<Row> {
  const { rows } = await db.query('select user_id, name from api_keys where id = $1 and revoked_at is null', [keyId])
  const { user_id, name } = found(rows, 'an active key with this id')
  return {
    ...(await createKey(db, String(user_id), String(name))),
    replaces: keyId,
    next: `eclusa keys revoke ${keyId}`,
  }
}
