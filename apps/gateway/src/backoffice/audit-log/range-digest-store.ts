import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import { COVER, type CoveredRow, type CoveredTable, coveredTimes, type RangeDigest } from './range-digest.ts'

const FETCH = 2_000

/** One worker at a time: false when another has the lock. The end of the transaction releases it. */
export async function holdCovers(tx: Transaction, table: CoveredTable): Promise<boolean> {
  const [got] = await tx.query<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`cover ${table}`}, 0)) as held`,
  )
  return got!.held
}

export async function lastCover(tx: Transaction, table: CoveredTable): Promise<RangeDigest | undefined> {
  const [last] = await tx.query<{ changes: RangeDigest }>(sql`
    select changes from eclusa.audit_log where subject_type = ${COVER} and subject_id = ${table}
    order by sequence desc limit 1`)
  return last?.changes
}

/** Covers in the order in which they were written, in batches. */
export async function coversAfter(tx: Transaction, table: CoveredTable, sequence: number, count: number) {
  return tx.query<{ sequence: number; changes: RangeDigest }>(sql`
    select sequence, changes from eclusa.audit_log
    where subject_type = ${COVER} and subject_id = ${table} and sequence > ${sequence}
    order by sequence limit ${raw(String(count))}`)
}

export async function columnsOf(tx: Transaction, table: CoveredTable): Promise<string[]> {
  const columns = await tx.query<{ attname: string }>(sql`
    select attname from pg_catalog.pg_attribute
    where attrelid = ${`eclusa.${table}`}::regclass and attnum > 0 and not attisdropped order by attnum`)
  return columns.map(({ attname }) => attname).toSorted()
}

/** The months for which this table has a partition, as '2026-11'. */
export async function monthsOf(tx: Transaction, table: CoveredTable): Promise<string[]> {
  const months = await tx.query<{ month: string }>(sql`
    select replace(right(child.relname, 7), '_', '-') as month
    from pg_catalog.pg_inherits join pg_catalog.pg_class child on child.oid = inhrelid
    where inhparent = ${`eclusa.${table}`}::regclass order by child.relname`)
  return months.map(({ month }) => month)
}

/**
 * Every row of an interval, by time and id, read through a cursor. Rows of one time are stored close together, so a BRIN
 * index finds them in a few pages. The text is made by a PostgreSQL function that is called by its full name, so that a
 * function of the same name in the schema is not used.
 */
export async function* rowsBetween(
  tx: Transaction,
  table: CoveredTable,
  { from, until, columns }: Pick<RangeDigest, 'from' | 'until' | 'columns'>,
): AsyncGenerator<CoveredRow> {
  const time = raw(coveredTimes[table])
  const named = raw(columns.map((column) => pg.escapeIdentifier(column)).join(', '))
  const name = raw(`cover_${table}`)
  await tx.query(sql`
    declare ${name} no scroll cursor for
    select ${time} as at, pg_catalog.json_build_array(${named})::text as row from eclusa.${raw(table)}
    where ${time} >= ${from}::timestamptz and ${time} < ${until}::timestamptz order by ${time}, id`)
  for (;;) {
    const rows = await tx.query<CoveredRow>(sql`fetch ${raw(String(FETCH))} from ${name}`)
    yield* rows
    if (rows.length < FETCH) break
  }
  await tx.query(sql`close ${name}`)
}
