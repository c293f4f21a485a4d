import type pg from 'pg'
import { earlierValues } from '../areas/crossborder/reencrypt-revisions.job.ts'
import { endpointSecrets } from '../areas/webhooks/reencrypt-endpoint-secrets.job.ts'
import { activeKeysByPepper } from '../backoffice/admin/adopt-key-hashes.job.ts'
import { PROPOSALS } from '../backoffice/approvals/request-approval.ts'
import { REFRESH_TOKENS } from '../backoffice/auth/create-auth.ts'
import { keptKeyNames } from '../backoffice/retired-keys.ts'
import { createKeyRing, type KeyRing } from '../platform/key-ring.ts'
import { type RingSetting, ringKeys } from '../platform/key-rotation-state.ts'
import { COUNTED_MAX, countByKey, type SealedColumn } from '../platform/reencrypt-rows.ts'

export interface KeyStatus {
  setting: RingSetting
  key: string
  place: 'newest' | 'older' | 'not in the ring'
  newest_since: string | null
  /** Rows under the key, counted up to a limit, and their place. */
  left: number
  left_in: string
  says: string
}

/** Values that expire: few rows, which are read one by one. */
const passing: SealedColumn[] = [
  {
    purpose: REFRESH_TOKENS,
    table: 'backoffice_sessions',
    column: 'refresh_token',
    where: 'refresh_token is not null and ends_at > now()',
  },
  { purpose: PROPOSALS, table: 'proposals', column: 'sealed', where: `status = 'PENDING' and lapses_at > now()` },
]

/** The number of values per place and key. */
type CountsByKey = Map<string, Map<string, number>>

/**
 * Every key of every ring and whether it is still needed, and keys outside the rings under which values are still
 * encrypted.
 */
export async function secretsLeft(db: pg.Pool, texts: Record<RingSetting, string>): Promise<KeyStatus[]> {
  const since = await ringKeys(db)
  const sinceOf = (setting: RingSetting, name: string) =>
    since.find((one) => one.setting === setting && one.name === name)?.newest_at ?? null
  const counted: Record<RingSetting, CountsByKey> = {
    SIGNING_SECRET: await countIn(db, [...endpointSecrets, earlierValues]),
    DESK_SECRET: await countIn(db, passing),
    API_KEY_PEPPER: new Map([
      ['api_keys', new Map((await activeKeysByPepper(db)).map(({ pepper, count }) => [pepper, count]))],
    ]),
  }
  const kept = await keptKeyNames(db)
  return (Object.keys(texts) as RingSetting[]).flatMap((setting) => {
    const ring = createKeyRing(texts[setting])
    const counts = counted[setting]
    const strangers = new Set([...counts.values()].flatMap((places) => [...places.keys()]))
    for (const { name } of ring.keys) strangers.delete(name)
    const names = [...ring.keys.map(({ name }) => name), ...strangers]
    return names.map((key) => {
      const newest_since = sinceOf(setting, key)
      const { left, left_in } = leftUnder(counts, key)
      const place = placeOf(ring, key)
      const needsKeeping = setting === 'DESK_SECRET' && !kept.has(key)
      const says = saysOf({ setting, place, newest_since, left, needsKeeping })
      return { setting, key, place, newest_since, left, left_in, says }
    })
  })
}

async function countIn(db: pg.Pool, columns: SealedColumn[]): Promise<CountsByKey> {
  const counts: CountsByKey = new Map()
  for (const column of columns) counts.set(`${column.table}.${column.column}`, await countByKey(db, column))
  return counts
}

function placeOf({ newest, keys }: KeyRing, key: string): KeyStatus['place'] {
  if (key === newest.name) return 'newest'
  return keys.some(({ name }) => name === key) ? 'older' : 'not in the ring'
}

function leftUnder(counts: CountsByKey, key: string) {
  const places = [...counts].flatMap(([place, names]) => {
    const count = names.get(key) ?? 0
    return count > 0 ? [{ place, count }] : []
  })
  return {
    left: places.reduce((sum, { count }) => sum + count, 0),
    left_in: places.map(({ place, count }) => `${place} ${count}${count >= COUNTED_MAX ? '+' : ''}`).join(', '),
  }
}

const ends: Record<RingSetting, string> = {
  SIGNING_SECRET: 'page states, addresses of files and liveness links that were given out under it end with it',
  DESK_SECRET: 'page states and log-ins under way that were given out under it end with it',
  API_KEY_PEPPER: 'no key is rejected because of it',
}

function saysOf(
  of: Pick<KeyStatus, 'setting' | 'place' | 'newest_since' | 'left'> & { needsKeeping: boolean },
): string {
  const { setting, place, newest_since, left, needsKeeping } = of
  if (place === 'newest') return 'what is new is written under it'
  if (place === 'not in the ring') return `not read: put this secret back as a further line of ${setting}`
  if (newest_since === null && left === 0) return 'once every process has it, move it to the first line'
  if (left > 0 && setting === 'API_KEY_PEPPER') return 'wait: removing it ends the API keys that still depend on it'
  if (left > 0) return 'wait: values are still encrypted with it'
  if (needsKeeping)
    return 'wait: the backoffice has not stored its key for the audit log yet; restart the backoffice with both'
  return `it can be removed; ${ends[setting]}`
}
