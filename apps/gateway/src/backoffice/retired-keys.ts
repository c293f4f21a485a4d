import type pg from 'pg'
import sql from 'sql-template-tag'
import { type Cipher, createCipher, sealedUnder } from '../platform/encryption.ts'
import { type Check, ready } from '../platform/http/readiness.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { recordNewestKey, ringKeys } from '../platform/key-rotation-state.ts'
import type { Log } from '../platform/observability/log.ts'
import { PROPOSALS } from './approvals/request-approval.ts'
import { JOURNAL } from './audit-log/write-audit-log.ts'

/** The purpose of the key that encrypts retired keys. Another text gives another key. */
const KEPT_KEYS = 'kept keys'
/** Data that is never re-encrypted: a journal entry is part of a hash chain, and a proposal keeps its original input. */
const lasting = [JOURNAL, PROPOSALS]
const SETTING = 'DESK_SECRET'

/**
 * Retired keys: the keys of data that the desk keeps forever. Other data is re-encrypted after a rotation; these keys are
 * stored, encrypted with the newest one, so that the old secret can be removed and its data can still be read.
 */
export interface KeptKeys {
  sealOf(purpose: string): Cipher
  /** Stores the keys of older secrets and reads those of removed ones. Done once, as soon as the database answers. */
  settle(): Promise<void>
  check: Check
}

interface RetiredKeysDeps {
  pool: pg.Pool
  deskKeys: KeyRing
  peppers: KeyRing
  log: Log
}

export function createRetiredKeys(ground: RetiredKeysDeps): KeptKeys {
  const retired = new Map(lasting.map((purpose) => [purpose, new Map<string, Buffer>()]))
  let settled: Promise<void> | undefined
  const settle = () => {
    settled ??= keepKeys(ground, retired).catch((error: unknown) => {
      settled = undefined
      throw error
    })
    return settled
  }
  return {
    sealOf: (purpose) => createCipher(ground.deskKeys, purpose, retired.get(purpose)),
    settle,
    check: {
      name: 'keys',
      unanswered: {
        reason: 'the keys of data encrypted with earlier secrets have not been read',
        action: 'they are read as soon as the database answers; if it does, the log contains the cause',
      },
      look: () => settle().then(() => ready),
    },
  }
}

interface KeptKey {
  purpose: string
  name: string
  sealed: Buffer
}

async function keepKeys({ pool, deskKeys, peppers, log }: RetiredKeysDeps, retired: Map<string, Map<string, Buffer>>) {
  const { newest } = deskKeys
  const seal = createCipher(deskKeys, KEPT_KEYS)
  const before = (await ringKeys(pool)).filter(({ setting }) => setting === SETTING).map(({ name }) => name)
  await recordNewestKey(pool, SETTING, deskKeys)
  await recordNewestKey(pool, 'API_KEY_PEPPER', peppers)
  // A key that was only just added has encrypted nothing yet, and is not stored under the one it is to replace.
  const older = deskKeys.keys.filter(
    ({ name }) => name !== newest.name && (before.length === 0 || before.includes(name)),
  )
  for (const purpose of lasting)
    for (const key of older) await keep(pool, seal, { purpose, name: key.name, key: key.of(purpose) })
  await pool.query(sql`delete from retired_keys where name = ${newest.name}`)

  const { rows } = await pool.query<KeptKey>(sql`select purpose, name, sealed from retired_keys`)
  for (const { purpose, name, sealed } of rows) {
    try {
      const key = seal.open(sealed, ownerOf(purpose, name))
      retired.get(purpose)?.set(name, key)
      if (sealedUnder(sealed) !== newest.name) await keep(pool, seal, { purpose, name, key })
    } catch (error) {
      log.error('kept_key_unreadable', { name: purpose, key: name }, error)
    }
  }
}

const ownerOf = (purpose: string, name: string) => `${purpose} ${name}`

async function keep(
  pool: pg.Pool,
  seal: Cipher,
  { purpose, name, key }: { purpose: string; name: string; key: Buffer },
) {
  await pool.query(sql`
    insert into retired_keys (purpose, name, sealed) values (${purpose}, ${name}, ${seal.close(key, ownerOf(purpose, name))})
    on conflict (purpose, name) do update set sealed = excluded.sealed`)
}

/** Secrets whose keys for permanent data are stored. */
export async function keptKeyNames(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(sql`
    select name from retired_keys where purpose = any (${lasting}::text[]) group by name having count(*) = ${lasting.length}`)
  return new Set(rows.map(({ name }) => name))
}
