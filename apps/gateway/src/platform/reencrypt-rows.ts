import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { runTransaction, type Transaction } from './db/transaction.ts'
import type { KeyRing } from './key-ring.ts'
import { sealedLeft } from './metrics.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'

/** A column with encrypted values. It needs an index on the name of the key, with this exact condition. */
export interface SealedColumn {
  /** The purpose its key is derived for. */
  purpose: string
  table: string
  column: string
  where?: string
}

/** Less than a worker waits for running jobs at shutdown. The next minute continues. */
const RUN_MS = 15_000
/** Rows re-encrypted in one transaction. */
export const BATCH = 200
/** Counting stops here, so that the query stays fast. */
export const COUNTED_MAX = 100_000

const nameIn = ({ column }: SealedColumn) => raw(`encryption_key_name(${column})`)
const rowsOf = ({ table, where = 'true' }: SealedColumn) => raw(`${table} where ${where}`)

/** The names of the keys in use, by a loose index scan. */
async function* namesOf(db: pg.Pool, column: SealedColumn): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const further = after === undefined ? sql`` : sql`and ${nameIn(column)} > ${after}`
    const [next] = await byIndex<{ name: string }>(
      db,
      sql`select ${nameIn(column)} as name from ${rowsOf(column)} ${further} order by ${nameIn(column)} limit 1`,
    )
    if (!next) return
    after = next.name
    yield after
  }
}

/** How many rows use each key but this one, counted up to the maximum. */
export async function countByKey(db: pg.Pool, column: SealedColumn, but?: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const name of namesOf(db, column)) {
    if (name === but) continue
    const [counted] = await byIndex<{ count: number }>(
      db,
      sql`select count(*)::integer as count from (
        select 1 from ${rowsOf(column)} and ${nameIn(column)} = ${name} limit ${COUNTED_MAX}) counted`,
    )
    counts.set(name, counted!.count)
  }
  return counts
}

/**
 * The next rows to re-encrypt. `passed` rows are skipped because they cannot be decrypted. Where other code writes the same
 * rows, the caller adds a row lock.
 */
export const rowsUnder = (column: SealedColumn, columns: string, { name, passed }: Portion) => sql`
  select ${raw(columns)} from ${rowsOf(column)} and ${nameIn(column)} = ${name} limit ${BATCH} offset ${passed}`

export interface Portion {
  name: string
  passed: number
}

interface ReencryptionDeps {
  operator: pg.Pool
  signingKeys: KeyRing
  log: Log
  metrics: Metrics
}

/**
 * Re-encryption after a key rotation: rows under an older key, one batch per transaction, up to the time limit of a run. Finished
 * rows are not found again, so the next run continues there. `portion` returns how many rows it had and how many could not be
 * decrypted. Those are skipped, reported, and left unchanged.
 */
export async function sealAnew(
  { operator, signingKeys, log, metrics }: ReencryptionDeps,
  column: SealedColumn,
  portion: (tx: Transaction, portion: Portion) => Promise<{ had: number; unreadable: number }>,
): Promise<void> {
  const { newest } = signingKeys
  const until = performance.now() + RUN_MS
  let [done, unreadable] = [0, 0]
  for await (const name of namesOf(operator, column)) {
    if (name === newest.name) continue
    for (let passed = 0, had = BATCH; had === BATCH && performance.now() < until; ) {
      const dealt = await runTransaction(operator, {
        opening: [{ statement: noScan }],
        work: (tx) => portion(tx, { name, passed }),
      })
      had = dealt.had
      passed += dealt.unreadable
      done += dealt.had - dealt.unreadable
      unreadable += dealt.unreadable
    }
  }
  const counts = await countByKey(operator, column, newest.name)
  const left = [...counts.values()].reduce((sum, count) => sum + count, 0)
  metrics.set(sealedLeft, { purpose: column.purpose, column: column.column }, left)
  const told = { name: `${column.table}.${column.column}`, key: newest.name }
  if (done > 0) log.info('sealed_anew', { ...told, count: done })
  if (left > 0) log.info('left_to_seal_anew', { ...told, count: left })
  if (unreadable > 0) log.error('sealed_under_unknown_key', { ...told, count: unreadable })
}

const noScan = sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`

/** A planner that expects many rows would read the whole table to find the few that are left. */
function byIndex<Row>(db: pg.Pool, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return runTransaction(db, {
    readOnly: true,
    opening: [{ statement: noScan }],
    work: (tx) => tx.query<Row>(statement),
  })
}
