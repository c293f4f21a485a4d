import { createHash } from 'node:crypto'
import type pg from 'pg'
import { BEFORE_EVERY_ID } from '../../platform/ids.ts'
import { tracedTables } from './audited-columns.ts'
import { type Queries, withSnapshot } from './with-snapshot.ts'

/** A row that differs from its events, and how. */
export interface WrongRecord {
  table: string
  user_id: string | null
  id: string
  reason:
    | 'CHANGED' // It differs from the event of its version.
    | 'SET_BACK' // An event of a later version exists.
    | 'UNTOLD' // It has no event.
    | 'TOLD_TWICE' // Two events have its version.
    | 'GONE' // It has an event and does not exist.
    | 'UNNOTED' // A decision without a history entry.
    | 'ENTRY_CHANGED' // Its recorded history differs from the journal.
}

export interface RecordsVerdict {
  rows: number
  /** Rows whose events have expired: they cannot be verified. */
  older: number
  wrong: WrongRecord[]
}

/** One check, over rows in the order of their keys, in batches. */
export type Walk = (db: pg.Pool, found: (batch: Partial<RecordsVerdict>) => void) => Promise<void>

const BATCH = 1_000

interface RecordRow {
  key: string[]
  user_id: string
  id: string
  /** Of an object that exists once per wallet. */
  wallet_id: string | null
  version: number
  said: string
  /** The journal's digest of this version after re-encryption: the same value under another key. */
  resealed: Buffer | null
  /** Whether an event of its last change would still be kept. */
  kept: boolean
  /** The step that the event of another object describes. */
  admitted: boolean
}

/** The newest event of a row. */
interface Telling {
  place: number
  sequence: number
  digest: Buffer | null
  /** How many events have that version. */
  tellings: number
}

/** Tables whose rows may be re-encrypted without a version and without an event. A journal entry records it. */
const sealedTables = new Set(['webhook_endpoints'])

/**
 * Compares every covered row with its newest event. The digest is computed here, because the database owner could replace a
 * function.
 */
export function walkCovered(table: string): Walk {
  return async (db, found) => {
    const columns = await columnsOf(db, table)
    const keys = await keyOf(db, table)
    const oldest = await oldestKept(db)
    const resealed = sealedTables.has(table)
      ? `(select noted.digest from eclusa.audit_log_records noted where noted.table_name = '${table}'
           and noted.key = pg_catalog.concat_ws('|', row.user_id, row.id, row.version) order by noted.sequence desc limit 1)`
      : 'null::bytea'
    const admitted = table === 'user_accounts' ? `row.state = 'active'` : 'false'
    let after: string[] | undefined
    const page = (client: Queries) =>
      client.query<RecordRow>(
        `select array[${keys.map((key) => `row.${key}::text`).join(', ')}] as key, row.user_id, row.id, row.version::integer,
           ${table === 'transactions' ? 'row.wallet_id::text' : 'null'} as wallet_id, ${saidOf(columns)} as said,
           ${resealed} as resealed, row.updated_at >= $1 as kept, ${admitted} as admitted
         from eclusa.${table} row
         ${after ? `where (${keys.map((key) => `row.${key}`).join(', ')}) > (${keys.map((_, place) => `$${place + 2}`).join(', ')})` : ''}
         order by ${keys.map((key) => `row.${key}`).join(', ')} limit ${BATCH}`,
        [oldest, ...(after ?? [])],
      )
    for (;;) {
      // Rows are written during the check, together with their events.
      const judged = await withSnapshot(db, async (client) => {
        const { rows } = await page(client)
        const tellings = await newestOf(client, rows)
        return rows.map((row, place) => ({ row, reason: judge(row, tellings.get(place)) }))
      })
      found({
        rows: judged.length,
        older: judged.filter(({ reason }) => reason === 'OLDER').length,
        wrong: judged.flatMap(({ row: { user_id, id }, reason }) =>
          reason === undefined || reason === 'OLDER' ? [] : [{ table, user_id, id, reason }],
        ),
      })
      after = judged.at(-1)?.row.key
      if (judged.length < BATCH) return
    }
  }
}

/** The newest event of each row, by position. */
async function newestOf(db: Queries, rows: RecordRow[]): Promise<Map<number, Telling>> {
  // Records in two wallets may have the same id. They are two objects.
  const { rows: told } = await db.query<Telling>(
    `select object.place::integer - 1 as place, told.sequence::integer, told.digest, told.tellings::integer
     from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality object (user_id, id, wallet_id, place)
     cross join lateral (
       select sequence, digest, count(*) over (partition by sequence) as tellings from eclusa.events
       where user_id = object.user_id and object_id = object.id and (object.wallet_id is null or data->>'wallet_id' = object.wallet_id)
       order by sequence desc limit 1) told`,
    [rows.map(({ user_id }) => user_id), rows.map(({ id }) => id), rows.map(({ wallet_id }) => wallet_id)],
  )
  return new Map(told.map((telling) => [telling.place, telling]))
}

function judge(row: RecordRow, told: Telling | undefined): WrongRecord['reason'] | 'OLDER' | undefined {
  if (!told) return row.kept ? 'UNTOLD' : 'OLDER'
  if (told.digest === null) return 'UNTOLD'
  if (told.tellings > 1) return 'TOLD_TWICE'
  if (row.version < told.sequence) return 'SET_BACK'
  if (row.version > told.sequence + (row.admitted ? 1 : 0)) return 'UNTOLD'
  return digestOf(row.said).equals(row.resealed ?? told.digest) ? undefined : 'CHANGED'
}

export const digestOf = (said: string) => createHash('sha256').update(said).digest()

interface RecordColumn {
  name: string
  type: string
}

/** The notation of the database for its digest: times in seconds, bytes in hex, and null values omitted. */
export function saidOf(columns: RecordColumn[]): string {
  const spelled = columns.map(({ name, type }) => {
    if (type === 'timestamp with time zone') return `'${name}', extract(epoch from row."${name}")`
    if (type === 'bytea') return `'${name}', pg_catalog.encode(row."${name}", 'hex')`
    return `'${name}', row."${name}"`
  })
  return `pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(${spelled.join(', ')}))::text`
}

async function columnsOf(db: pg.Pool, table: string): Promise<RecordColumn[]> {
  const { rows } = await db.query<RecordColumn>(
    `select name, data_type as type from unnest($2::text[]) with ordinality listed (name, place)
     join information_schema.columns on table_schema = 'eclusa' and table_name = $1 and column_name = name order by place`,
    [table, tracedTables[table]],
  )
  if (rows.length !== tracedTables[table]!.length) throw new Error(`${table} has lost columns that are held`)
  return rows
}

async function keyOf(db: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await db.query<{ attname: string }>(
    `select attname from pg_index, unnest(indkey) with ordinality key (number, place)
     join pg_attribute on attnum = number
     where indrelid = $1::regclass and indisprimary and attrelid = indrelid order by place`,
    [`eclusa.${table}`],
  )
  return rows.map(({ attname }) => attname)
}

/** Older events were dropped with their month. */
async function oldestKept(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<{ month: string }>(
    `select min(replace(right(relname, 7), '_', '-')) || '-01' as month from pg_inherits
     join pg_class on pg_class.oid = inhrelid where inhparent = 'eclusa.events'::regclass`,
  )
  return rows[0]!.month
}

/**
 * Every object with an event must exist. `tables` names the table of each event type's objects, or null for those without a
 * row.
 */
export function walkTold(tables: Map<string, string | null>): Walk {
  return async (db, found) => {
    let after = [BEFORE_EVERY_ID, BEFORE_EVERY_ID]
    for (;;) {
      const { rows } = await db.query<{ user_id: string; id: string; type: string }>(
        `select user_id, object_id as id, min(type) as type from eclusa.events where (user_id, object_id) > ($1, $2)
         group by user_id, object_id order by user_id, object_id limit ${BATCH}`,
        after,
      )
      for (const [table, told] of Map.groupBy(rows, ({ type }) => tables.get(type) ?? null)) {
        if (table === null) continue
        for (const [user_id, own] of Map.groupBy(told, (one) => one.user_id)) {
          const { rows: there } = await db.query<{ id: string }>(
            `select id from eclusa.${table} where user_id = $1 and id = any($2::uuid[])`,
            [user_id, own.map(({ id }) => id)],
          )
          const known = new Set(there.map(({ id }) => id))
          const gone = own.filter(({ id }) => !known.has(id))
          found({ wrong: gone.map(({ id }) => ({ table, user_id, id, reason: 'GONE' })) })
        }
      }
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = [last.user_id, last.id]
    }
  }
}
