import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type pg from 'pg'
import { throwPassing } from '../../platform/db/database-errors.ts'
import type { Key, KeyRing } from '../../platform/key-ring.ts'
import { refused } from './auth-failure-reason.ts'

/**
 * `ecl_live_` or `ecl_test_`, 16 characters of public id, 64 of secret, 8 of checksum. The prefix lets scanners find a
 * leaked key. The checksum lets the gateway reject a mistyped one without a query.
 */
const shape = /^ecl_(live|test)_([0-9a-f]{16})[0-9a-f]{64}[0-9a-f]{8}$/

export interface NewApiKey {
  id: string
  key: string
  /** Its beginning, which its owner may see. */
  prefix: string
  hash: Buffer
  /** The name of the secret it was hashed with. */
  pepper: string
}

export function makeApiKey(environment: 'live' | 'test', pepper: Key): NewApiKey {
  const id = randomBytes(8).toString('hex')
  const prefix = `ecl_${environment}_${id}`
  const body = `${prefix}${randomBytes(32).toString('hex')}`
  const key = body + checksum(body)
  return { id, key, prefix, hash: hashApiKey(key, pepper), pepper: pepper.name }
}

/** The public id in a key, or undefined when the text is not a key. */
export const apiKeyId = (key: string): string | undefined => shape.exec(key)?.[2]

/** The key itself is not stored. Without the pepper, which is not in the database, the hash reveals nothing. */
function hashApiKey(key: string, pepper: Key): Buffer {
  return pepper.mac(key)
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}

/** Why a key of the other installation mode is rejected. */
const OTHERS = { live: 'KEY_OF_TEST', test: 'KEY_OF_LIVE' } as const

/** `known` is true when this key was verified recently. */
export type VerifyApiKey = (key: string, known: boolean) => Promise<string>

/**
 * Never cached: a key revoked after a leak stops working at the next request. An unknown key is looked up on separate
 * connections, so that a flood of them delays no known caller. A key hashed with an older pepper is available in plain text
 * only here. Its hash with the newest pepper is handed to the worker, which replaces the old one with an audit entry.
 */
export function createApiKeyVerifier(
  pool: pg.Pool,
  strangersPool: pg.Pool,
  { keys }: KeyRing,
  installation: 'live' | 'test',
): VerifyApiKey {
  const peppers = keys.map(({ name }) => name)
  return async (key, known) => {
    const [, environment, id] = shape.exec(key) ?? []
    // Decided by the public form of the key, so it reveals nothing.
    if (id && environment !== installation)
      throw refused('API_KEY_OF_OTHER_INSTALLATION', { key_id: id, members: { reason: OTHERS[installation] } })
    if (!id || checksum(key.slice(0, -8)) !== key.slice(-8)) throw refused('NOT_AN_API_KEY')
    const { rows } = await (known ? pool : strangersPool)
      .query<{ user_id: string | null }>({
        name: 'use-api-key',
        text: 'select use_api_key($1, $2::bytea[], $3::text[]) as user_id',
        values: [id, keys.map((pepper) => hashApiKey(key, pepper)), peppers],
      })
      .catch(throwPassing)
    const user_id = rows[0]?.user_id
    if (!user_id) throw refused('API_KEY_UNKNOWN_OR_REVOKED', { key_id: id })
    return user_id
  }
}
