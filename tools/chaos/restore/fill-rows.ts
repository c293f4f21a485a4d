import type pg from 'pg'

/**
 * Clients and accounts of two years ago, so many rows in all: the old data of a real database. They are older than the kept
 * events, and inserted directly.
 */
export async function fillRows(admin: pg.Pool, rows: number): Promise<void> {
  const made = `generate_series(1, ${Math.ceil(rows / 2)}) n`
  const columns = `md5('user' || n % 50)::uuid, md5(n || 'client')::uuid`
  const at = `now() - interval '2 years', now() - interval '2 years'`
  await admin.query(`
    insert into crossborder_clients (user_id, id, name, type, nationality, document, document_type, email, address, status,
      created_at, updated_at)
    select ${columns}, 'client ' || md5(n::text), 'NATURAL_PERSON', 'BR', 'D' || n, 'PASSPORT', md5(n::text) || '@example.com',
      jsonb_build_object('street_line_1', md5(n || 'street'), 'city', 'Miami'), 'ACTIVE', ${at} from ${made}`)
  await admin.query(`
    insert into crossborder_accounts (user_id, client_id, id, country, currency_symbol, account_type, account_number,
      bank_name, bank_code, bank_code_type, status, created_at, updated_at)
    select ${columns}, md5(n || 'account')::uuid, 'US', 'USD', 'CHECKING', n::text, 'bank ' || md5(n || 'bank'), '021000021',
      'ABA', 'ACTIVE', ${at} from ${made}`)
}

/** The number of inserted rows that exist. */
export async function countFilled(admin: pg.Pool): Promise<number> {
  const old = `created_at < now() - interval '1 year'`
  const { rows } = await admin.query<{ filled: number }>(
    `select (select count(*) from crossborder_clients where ${old})::int
          + (select count(*) from crossborder_accounts where ${old})::int as filled`,
  )
  return rows[0]!.filled
}
