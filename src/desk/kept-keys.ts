import type pg from 'pg'
import sql from 'sql-template-tag'
import { type Check, ready } from '../base/http/readiness.ts'
import type { KeyRing } from '../base/key-ring.ts'
import type { Log } from '../base/observability/log.ts'
import { noteNewest, ringKeys } from '../base/ring-keys.ts'
import { openSeal, type Seal, sealedUnder } from '../base/sealed.ts'
import { JOURNAL } from './journal/write-journal.ts'
import { PROPOSALS } from './proposals/propose.ts'

/** What the key is derived for that keys are kept under. Another text is another key. */
const KEPT_KEYS = 'kept keys'
/** What is never sealed anew: an entry is chained as it was written, and what was proposed stays what was asked. */
const lasting = [JOURNAL, PROPOSALS]
const SETTING = 'DESK_SECRET'

/**
 * The keys of what the desk keeps for good. A secret that is turned away takes the rest with it; these are kept, sealed under the
 * newest, so that it can be removed and what was sealed under it is read all the same.
 */
export interface KeptKeys {
  sealOf(purpose: string): Seal
  /** Keeps the keys of older secrets and reads those of secrets that are gone. Done once, as soon as the database answers. */
  settle(): Promise<void>
  check: Check
}

interface Ground {
  pool: pg.Pool
  deskKeys: KeyRing
  peppers: KeyRing
  log: Log
}

export function openKeptKeys(ground: Ground): KeptKeys {
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
    sealOf: (purpose) => openSeal(ground.deskKeys, purpose, retired.get(purpose)),
    settle,
    check: {
      name: 'keys',
      unanswered: {
        reason: 'the keys of what was sealed under earlier secrets have not been read',
        action: 'they are read as soon as the database answers; if it does, read the log for why',
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

async function keepKeys({ pool, deskKeys, peppers, log }: Ground, retired: Map<string, Map<string, Buffer>>) {
  const { newest } = deskKeys
  const seal = openSeal(deskKeys, KEPT_KEYS)
  const before = (await ringKeys(pool)).filter(({ setting }) => setting === SETTING).map(({ name }) => name)
  await noteNewest(pool, SETTING, deskKeys)
  await noteNewest(pool, 'API_KEY_PEPPER', peppers)
  // One that was only added has sealed nothing yet, and is not put under the one it is to replace.
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

async function keep(pool: pg.Pool, seal: Seal, { purpose, name, key }: { purpose: string; name: string; key: Buffer }) {
  await pool.query(sql`
    insert into retired_keys (purpose, name, sealed) values (${purpose}, ${name}, ${seal.close(key, ownerOf(purpose, name))})
    on conflict (purpose, name) do update set sealed = excluded.sealed`)
}

/** Secrets of which the key of everything that lasts is kept. */
export async function keptKeyNames(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(sql`
    select name from retired_keys where purpose = any (${lasting}::text[]) group by name having count(*) = ${lasting.length}`)
  return new Set(rows.map(({ name }) => name))
}
