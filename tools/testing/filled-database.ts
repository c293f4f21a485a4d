import type pg from 'pg'

/** The owner of all rows: the worst case for an index that begins with the user. */
export interface Whose {
  user_id: string
  client_id: string
  account_id: string
  endpoint_id: string
}

/** Analyses tables with rows, as autovacuum does: empty future partitions are skipped. */
export async function countWritten(admin: pg.Pool): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'eclusa'::regnamespace and pg_relation_size(oid) > 0`)
  for (const { name } of rows) await admin.query(`analyze ${name}`)
}

/** Inserts so many rows into every table of requests, directly and without statistics. */
export async function fill(admin: pg.Pool, count: number, whose: Whose): Promise<void> {
  const { user_id, client_id, account_id, endpoint_id } = whose
  const rows = `generate_series(1, ${count}) n`
  const at = `now() - n * interval '1 millisecond'`
  const strangers = `generate_series(1, ${count / 10}) n`
  for (const statement of [
    `insert into crossborder_clients (user_id, id, name, type, nationality, document, document_type, email, address, status,
       created_at, updated_at)
     select '${user_id}', gen_random_uuid(), 'n' || n, 'NATURAL_PERSON', 'BR', 'D' || n, 'PASSPORT', 'a@example.com', '{}', 'ACTIVE',
       ${at}, ${at} from ${rows}`,
    `insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number, bank_name,
       bank_code, bank_code_type, status, created_at, updated_at)
     select '${user_id}', gen_random_uuid(), '${client_id}', 'US', 'USD', 'CHECKING', 'N' || n, 'bank', '021000021', 'ABA', 'ACTIVE',
       ${at}, ${at} from ${rows}`,
    `insert into replay_claims (user_id, fingerprint, nonce, slot, attempt_id, request_id, status)
     select '${user_id}', sha256(n::text::bytea), gen_random_uuid(), replay_slot(now()), gen_random_uuid(), 'filled', 200 from ${rows}`,
    `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
     select '${user_id}', gen_random_uuid(), 'crossborder.account.updated', '${account_id}', 1000 + n, '{}', 'filled', ${at} from ${rows}`,
    `insert into client_activity (user_id, client_id, sequence, id, event_id, source, event_type, status, request_id,
       event_created_at, previous_hash, hash)
     select '${user_id}', '${client_id}', 1000 + n, gen_random_uuid(), gen_random_uuid(), 'gateway', 'ACCOUNT_UPDATED', 'ACTIVE',
       'filled', ${at}, '', '' from ${rows}`,
    // The next rows come after them.
    `update client_activity_heads set sequence = 1000 + ${count} where user_id = '${user_id}' and client_id = '${client_id}'`,
    `insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at)
     select '${user_id}', gen_random_uuid(), '${endpoint_id}', gen_random_uuid(), 'crossborder.account.updated', ${at} from ${rows}`,
    `insert into webhook_endpoints (user_id, id, url, secret, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), 'https://hooks.example/', '', ${at}, ${at} from ${strangers}`,
    `insert into products (id, name) select gen_random_uuid(), 'stranger' from ${strangers}`,
    `insert into users (id, name) select gen_random_uuid(), 'stranger' from ${strangers}`,
    `insert into product_users (user_id, product_id, role)
     select id, (select product_id from product_users where user_id = '${user_id}' limit 1), 'TARGET' from users where name = 'stranger'`,
    `insert into wallets (user_id, id, name, is_default) select id, id, 'stranger', true from users where name = 'stranger'`,
  ])
    await admin.query(statement)
}
