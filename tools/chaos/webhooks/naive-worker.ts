import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Control arm: delivery without leases. It keeps the last event id and queries those with a greater one, marks them as done,
 * and sends them. A drill that finds nothing wrong with this finds nothing.
 */
const [databaseUrl, sinkUrl] = process.argv.slice(2) as [string, string]
const db = new pg.Pool({ connectionString: databaseUrl, max: 1, options: '-c search_path=eclusa' })
await db
  .query('create table if not exists public.naive_cursor (one int primary key, last uuid not null)')
  .catch(() => {})
await db.query(
  `insert into public.naive_cursor values (1, '00000000-0000-0000-0000-000000000000') on conflict do nothing`,
)
process.stdout.write('worker_running\n')

for (;;) {
  const { rows } = await db.query<{ id: string; object_id: string; sequence: string }>(
    `select id, object_id, sequence from events
     where id > (select last from public.naive_cursor) and type = 'crossborder.account.updated' order by id limit 50`,
  )
  const last = rows.at(-1)
  if (last) await db.query('update public.naive_cursor set last = greatest(last, $1)', [last.id])
  for (const { id, object_id, sequence } of rows) {
    const body = JSON.stringify({ id, object_id, sequence: Number(sequence) })
    await fetch(sinkUrl, { method: 'POST', headers: { 'webhook-id': id }, body }).catch(() => undefined)
  }
  if (!last) await pause(50)
}
