import { createHash } from 'node:crypto'
import type { ObjectStore } from '@eclusa/gateway/src/platform/object-storage/object-store.ts'
import { openAdminPool } from '@eclusa/simulators/database.ts'
import type { DrillReport } from '@eclusa/testing/processes/drill-report.ts'
import type pg from 'pg'
import { countFilled } from './fill-rows.ts'
import { type Compared, compare } from './ledger.ts'
import type { Load } from './load.ts'

/** The number of files that are read completely. For all others only presence and size are checked. */
const LOOKED_INTO = 20

interface KeptFile {
  id: string
  state: string
  object_key: string | null
  size: number
  sha256: string
}

interface JudgedCopy extends Compared {
  files: number
  /** Objects of the store without a row in this database. */
  strays: number
  /** A stored file, and an account with its values, for later reads. */
  sample: { account_id: string; nickname: string; file: KeptFile | undefined }
}

interface Restored {
  adminUrl: string
  /** The name of its database. */
  name: string
  user_id: string
  /** Rows inserted before the test. */
  filled: number
}

/** Compares a restored database with the ledger, and the store with the database. */
export async function judge(
  { adminUrl, name, user_id, filled }: Restored,
  { ledger, said }: Load,
  moment: number,
  objects: ObjectStore,
  { must }: Pick<DrillReport, 'must'>,
): Promise<JudgedCopy> {
  const admin = openAdminPool(adminUrl, name)
  try {
    const { files, changes, nicknames } = await readRestored(admin, user_id)
    const kept = files.filter(({ state }) => state === 'READY')
    const found = new Set([
      ...changes.map((request_id) => `change ${request_id}`),
      ...files.map(({ id }) => `begun ${id}`),
      ...kept.map(({ id }) => `kept ${id}`),
    ])
    const last = new Map(
      ledger.flatMap(({ leaves }) => {
        const one = found.has(leaves) ? said.get(leaves) : undefined
        return one ? [[one.account_id, one.nickname] as const] : []
      }),
    )
    const other = [...last].filter(([account_id, nickname]) => nicknames.get(account_id) !== nickname)
    must(other.length === 0, `every account says what was last written to it: ${other.length} do not`)
    const old = await countFilled(admin)
    must(old === filled, `all that nobody writes to is there: ${old} of ${filled} rows`)
    const strays = await judgeObjects(objects, kept, must)
    const [account_id, nickname] = [...last].at(-1)!
    const sample = { account_id, nickname, file: kept.at(-1) }
    return { ...compare(ledger, found, moment), files: kept.length, strays, sample }
  } finally {
    await admin.end()
  }
}

async function readRestored(admin: pg.Pool, user_id: string) {
  const { rows: files } = await admin.query<KeptFile>(
    'select id, state, object_key, size::int, sha256 from files where user_id = $1 order by updated_at, id',
    [user_id],
  )
  const { rows: changes } = await admin.query<{ request_id: string }>(
    `select request_id from client_activity where user_id = $1 and event_type = 'ACCOUNT_UPDATED'`,
    [user_id],
  )
  const { rows: accounts } = await admin.query<{ id: string; nickname: string }>(
    'select id, nickname from crossborder_accounts where user_id = $1',
    [user_id],
  )
  return {
    files,
    changes: changes.map(({ request_id }) => request_id),
    nicknames: new Map(accounts.map(({ id, nickname }) => [id, nickname])),
  }
}

/** Every file has its object with the right size; of some the bytes are compared. Returns how many objects are orphans. */
async function judgeObjects(objects: ObjectStore, files: KeptFile[], must: DrillReport['must']): Promise<number> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of objects.list('files/')) sizes.set(key, size)
  const without = files.filter(({ object_key, size }) => sizes.get(object_key!) !== size)
  must(without.length === 0, `every file has its object: ${without.length} of ${files.length} have none`)
  let altered = 0
  for (const { object_key, sha256 } of files.slice(-LOOKED_INTO)) {
    const hash = createHash('sha256')
    for await (const chunk of (await objects.read(object_key!)) ?? []) hash.update(chunk)
    if (hash.digest('hex') !== sha256) altered += 1
  }
  must(altered === 0, `their bytes are what was uploaded: ${altered} are not`)
  return sizes.size - files.length
}
