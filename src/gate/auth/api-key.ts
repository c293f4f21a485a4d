import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type pg from 'pg'
import { throwPassing } from '../../base/db/outcome.ts'
import type { Key, KeyRing } from '../../base/key-ring.ts'
import { refused } from './refusal-reason.ts'

/**
 * `ecl_live_` or `ecl_test_`, 16 characters of public id, 64 of secret, 8 of checksum. The prefix lets scanners find a
 * leaked key; the checksum lets the gateway refuse a mistyped one without asking the database.
 */
const shape = /^ecl_(live|test)_([0-9a-f]{16})[0-9a-f]{64}[0-9a-f]{8}$/

export interface NewApiKey {
  id: string
  key: string
  /** What it begins with, and what its owner may be shown of it. */
  prefix: string
  hash: Buffer
  /** The name of the secret it was hashed under. */
  pepper: string
}

export function makeApiKey(environment: 'live' | 'test', pepper: Key): NewApiKey {
  const id = randomBytes(8).toString('hex')
  const prefix = `ecl_${environment}_${id}`
  const body = `${prefix}${randomBytes(32).toString('hex')}`
  const key = body + checksum(body)
  return { id, key, prefix, hash: hashApiKey(key, pepper), pepper: pepper.name }
}

/** The public id inside a key, or undefined when it has not the form of one. */
export const apiKeyId = (key: string): string | undefined => shape.exec(key)?.[2]

/** The key itself is never kept: without the pepper, which is not in the database, the hash tells nothing. */
function hashApiKey(key: string, pepper: Key): Buffer {
  return pepper.mac(key)
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}

/** Why a key is refused that an installation of the other kind made. */
const OTHERS = { live: 'KEY_OF_TEST', test: 'KEY_OF_LIVE' } as const

/** `known` says whether this very key proved good a while ago. */
export type VerifyApiKey = (key: string, known: boolean) => Promise<string>

/**
 * Never cached: a key revoked because it leaked stops at the next request. One that nobody here has seen is looked up on
 * connections of its own, so that however many there are, none of them waits before a known caller. A key that was hashed
 * under an older pepper is shown here and nowhere else: its hash under the newest is left for the worker, which puts it in
 * the place of the old one with an entry in the journal.
 */
export function openApiKeyVerifier(
  pool: pg.Pool,
  strangersPool: pg.Pool,
  { keys }: KeyRing,
  installation: 'live' | 'test',
): VerifyApiKey {
  const peppers = keys.map(({ name }) => name)
  return async (key, known) => {
    const [, environment, id] = shape.exec(key) ?? []
    // Told by what anybody can see of it, so that this gives nothing away.
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
