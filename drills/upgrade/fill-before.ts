import type pg from 'pg'
import { cases, fillCases } from '../cases/fill-cases.ts'

/** So many rows in each table that a migration since then has to read, lock or build an index on, behind everybody's back. */
export async function fillBefore(admin: pg.Pool, rows: number): Promise<void> {
  await fillCases(admin, Math.ceil(rows / 2), cases)
  for (const statement of statements) await admin.query(statement, [rows])
  await admin.query('vacuum analyze')
}

const statements = [
  // The payments of the cases, so that whose documents they are about can be found.
  `insert into transactions (user_id, wallet_id, id, type, status, amount, owner_document, beneficiary_document, version,
     created_at, updated_at)
   select user_id, wallet_id, transaction_id, 'DEPOSIT', 'SETTLED', 100, '52998224725', '11222333000181', 1, now(), now()
   from infraction_notifications limit $1::integer`,
  `insert into users (id, name) select md5('user' || n)::uuid, 'drill' from generate_series(0, least($1::integer, 50) - 1) n`,
  `insert into api_keys (id, user_id, name, prefix, hash)
   select 'key' || n, md5('user' || n % 50)::uuid, 'drill', 'prefix', sha256(n::text::bytea)
   from generate_series(1, $1::integer) n`,
  `insert into webhook_endpoints (user_id, id, url, secret, created_at, updated_at)
   select md5('user' || n % 50)::uuid, gen_random_uuid(), 'https://sink.example/' || n, sha256(n::text::bytea), now(), now()
   from generate_series(1, $1::integer) n`,
  `insert into crossborder_earlier_values (user_id, client_id, object_id, version, sealed, request_id, replaced_at)
   select user_id, id, id, 1, sha256(id::text::bytea), 'drill', now() from crossborder_clients limit $1::integer`,
  `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
   select user_id, gen_random_uuid(), 'crossborder.client.created', id, 1, '{}', 'drill', now()
   from crossborder_clients limit $1::integer`,
]
