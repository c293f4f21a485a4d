import { digestOf, type Walk, type WrongRecord } from './verify-records.ts'
import { withSnapshot } from './with-snapshot.ts'

interface KeptTable {
  key: readonly string[]
  columns: readonly string[]
  /** A row without a journal entry but with an onboarding. */
  admitted?: string
}

/** The audited columns of rows without events. The database has the same list; traced.ts explains why there are two. */
export const keptTables: Record<string, KeptTable> = {
  users: {
    key: ['id'],
    columns: ['id', 'name', 'status'],
    admitted: 'select from eclusa.user_accounts where target_user_id = row.id',
  },
  products: { key: ['id'], columns: ['id', 'name', 'status'] },
  product_users: {
    key: ['user_id', 'product_id'],
    columns: ['user_id', 'product_id', 'role', 'is_default', 'grant_id'],
    admitted: `select from eclusa.user_accounts
      where target_user_id = row.user_id and product_id = row.product_id and row.role = 'TARGET'`,
  },
  wallets: {
    key: ['user_id', 'id'],
    columns: ['user_id', 'id', 'product_id', 'name', 'status', 'is_default'],
    admitted: `select from eclusa.user_accounts where target_user_id = row.user_id and default_wallet_id = row.id`,
  },
  api_keys: { key: ['id'], columns: ['id', 'user_id', 'name', 'hash', 'revoked_at'] },
  webhook_networks: {
    key: ['user_id', 'network', 'first_port'],
    columns: ['user_id', 'network', 'first_port', 'last_port'],
  },
  fraud_markers: {
    key: ['id'],
    columns: [
      'id',
      'request_id',
      'marker_id',
      'fraud_type',
      'status',
      'made_by',
      'made_reason',
      'made_at',
      'cancelled_by',
      'cancelled_reason',
      'cancelled_at',
    ],
  },
  proposals: {
    key: ['id'],
    columns: [
      'id',
      'operation',
      'params',
      'subject_type',
      'subject_id',
      'user_id',
      'amount',
      'proposed_by',
      'status',
      'lapses_at',
      'ended_by',
    ],
  },
}

const BATCH = 1_000

interface AuditedRow {
  id: string
  said: string | null
  digest: Buffer | null
  noted: boolean
  admitted: boolean
}

/** Every row without events is compared with its newest journal entry, and every row the journal knows must exist. */
export function walkKept(table: string): Walk {
  const { key, columns, admitted } = keptTables[table]!
  const name = `pg_catalog.concat_ws('|', ${key.map((column) => `row.${column}`).join(', ')})`
  return (db, found) =>
    withSnapshot(db, async (client) => {
      await client.query(`set local timezone = 'UTC'; set local bytea_output = 'hex'`)
      await client.query(
        `declare kept no scroll cursor for
         select coalesce(nullif(${name}, ''), noted.key) as id, case when row.${key[0]} is not null
             then pg_catalog.jsonb_build_array(${columns.map((column) => `row.${column}`).join(', ')})::text end as said,
           pg_catalog.decode(entry.digest, 'hex') as digest, noted.key is not null as noted,
           exists (${admitted ?? 'select where false'}) as admitted
         from eclusa.${table} row
         full join (
           select distinct on (key) key, sequence from eclusa.audit_log_records where table_name = $1
           order by key, sequence desc) noted on noted.key = ${name}
         left join eclusa.audit_log on audit_log.sequence = noted.sequence
         left join lateral (
           select kept->>'digest' as digest from pg_catalog.jsonb_array_elements(audit_log.records) kept
           where kept->>'table' = $1 and kept->>'key' = noted.key limit 1) entry on true`,
        [table],
      )
      for (;;) {
        const { rows } = await client.query<AuditedRow>(`fetch ${BATCH} from kept`)
        const judged = rows.map((row) => ({ id: row.id, reason: judge(row) }))
        found({
          rows: rows.length,
          wrong: judged.flatMap(({ id, reason }) => (reason ? [{ table, user_id: null, id, reason }] : [])),
        })
        if (rows.length < BATCH) return
      }
    })
}

function judge({ said, digest, noted, admitted }: AuditedRow): WrongRecord['reason'] | undefined {
  if (!noted) return admitted ? undefined : 'UNTOLD'
  if (said === null) return digest === null ? undefined : 'GONE'
  if (digest === null) return 'UNTOLD'
  return digestOf(said).equals(digest) ? undefined : 'CHANGED'
}

/** The recorded history of each row must equal the journal entries, one by one. */
export const walkEntries: Walk = async (db, found) => {
  const { rows } = await db.query<{ id: string; table: string }>(
    `select said.id, said.table from (
       select kept->>'table' as table, kept->>'key' as id, sequence, decode(kept->>'digest', 'hex') as digest
       from eclusa.audit_log, jsonb_array_elements(records) kept) said
     full join eclusa.audit_log_records noted on noted.table_name = said.table and noted.key = said.id
       and noted.sequence = said.sequence and noted.digest is not distinct from said.digest
     where said.id is null or noted.key is null`,
  )
  found({ wrong: rows.map(({ id, table }) => ({ table, user_id: null, id, reason: 'ENTRY_CHANGED' })) })
}
