/** What an entry of the journal costs, and what a cover and its verification do. Run it with `npm run bench -- journal`. */

import { randomUUID } from 'node:crypto'
import { createDatabase, openAdminPool } from '../sandbox/database.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import { openPool } from '../src/base/db/pool.ts'
import { runTransaction } from '../src/base/db/transaction.ts'
import { coverRows } from '../src/desk/journal/cover.ts'
import { columnsOf, rowsBetween } from '../src/desk/journal/cover-store.ts'
import { verifyJournal } from '../src/desk/journal/verify-journal.ts'
import { writeJournal } from '../src/desk/journal/write-journal.ts'

const ENTRIES = 5_000
const WRITERS = 20
const EVENTS = 500_000
const COVERED = 100_000
const HOUR_MS = 3_600_000

const postgres = await startPostgres(process.env)
const { desk: deskUrl, worker: workerUrl } = await createDatabase(postgres.adminUrl, 'journal_bench')
const admin = openAdminPool(postgres.adminUrl, 'journal_bench')
const desk = openPool({ connectionString: deskUrl, size: WRITERS, name: 'bench' })
const worker = openPool({ connectionString: workerUrl, size: 2, name: 'bench', statementTimeoutMs: 60_000 })

const told = (what: string, value: string) => process.stdout.write(`${what.padEnd(60)}${value.padStart(20)}\n`)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function write(): Promise<void> {
  const act = {
    actor_id: 'sub',
    actor_name: 'Ana',
    actor_kind: 'person' as const,
    role: 'analyst',
    credential_id: 'session',
    network: '127.0.0.1',
    operation: 'benchOperation',
    reason: 'to be measured',
    user_id: randomUUID(),
    subject_type: 'client',
    subject_id: randomUUID(),
    proposal_id: null,
    request_id: randomUUID(),
    changes: { status: ['PENDING', 'ACTIVE'] },
    sealed: null,
    records: [],
  }
  return runTransaction(desk, { work: async (tx) => writeJournal(tx, undefined, act) })
}

const alone = await timed(async () => {
  for (let n = 0; n < ENTRIES / 5; n += 1) await write()
})
told('an entry and its COMMIT, one after the other', `${(alone / (ENTRIES / 5)).toFixed(2)} ms`)
const empty = await timed(async () => {
  for (let n = 0; n < ENTRIES / 5; n += 1)
    await runTransaction(desk, { work: async (tx) => void (await tx.query({ text: 'select 1', values: [] })) })
})
told('of which a transaction that writes nothing', `${(empty / (ENTRIES / 5)).toFixed(2)} ms`)
const together = await timed(() =>
  Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let n = 0; n < ENTRIES / WRITERS; n += 1) await write()
    }),
  ),
)
told(`entries by ${WRITERS} writers at once`, `${Math.round((ENTRIES * 1000) / together)} a second`)

const verified = await timed(() => verifyJournal(worker, [], () => {}))
told('entries verified', `${Math.round((ENTRIES * 1.2 * 1000) / verified)} a second`)

// Events of five hours of the past, of which one hour is covered.
const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 12 * HOUR_MS)
await admin.query(
  `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
   select gen_random_uuid(), gen_random_uuid(), 'transactions.transaction.created', gen_random_uuid(), 1,
     jsonb_build_object('id', gen_random_uuid(), 'status', 'PAID', 'wallet_id', gen_random_uuid()), gen_random_uuid()::text,
     $1::timestamptz + n * interval '5 hours' / $2 from generate_series(0, $2::int - 1) n`,
  [from, EVENTS],
)
await admin.query('vacuum analyze events')
const stretch = (columns: string[]) => ({
  from: new Date(from.getTime() + 3 * HOUR_MS).toISOString(),
  until: new Date(from.getTime() + 4 * HOUR_MS).toISOString(),
  columns,
})
for (const round of ['first', 'second']) {
  let rows = 0
  let entries = 0
  const before = process.cpuUsage()
  const took = await timed(() =>
    runTransaction(worker, {
      readOnly: true,
      async work(tx) {
        const given = stretch(await columnsOf(tx, 'events'))
        const covers = await coverRows(rowsBetween(tx, 'events', given), given)
        rows = covers.reduce((sum, cover) => sum + cover.rows, 0)
        entries = covers.length
      },
    }),
  )
  if (rows !== COVERED) throw new Error(`covered ${rows} rows`)
  const { user, system } = process.cpuUsage(before)
  told(`${COVERED} of ${EVENTS} events hashed, as ${entries} covers, ${round}`, `${Math.round(took)} ms`)
  told('  of which in this process', `${Math.round((user + system) / 1000)} ms`)
}
const { from: start, until } = stretch([])
const { rows: plan } = await admin.query(
  `explain (analyze, buffers, costs off, timing off) select id from events where created_at >= '${start}' and created_at < '${until}' order by created_at, id`,
)
process.stdout.write(plan.map((line) => `  ${String((line as Record<string, unknown>)['QUERY PLAN'])}\n`).join(''))
const { rows: sizes } = await admin.query<{ name: string; size: string }>(
  `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
   where relname ~ '^events_(\\d{4}_\\d\\d)?(_?by_age|.*brin.*|.*pkey|\\d{4}_\\d\\d)?' and relname ~ $1 and pg_relation_size(oid) > 0 order by 1`,
  [from.toISOString().slice(0, 7).replace('-', '_')],
)
for (const { name, size } of sizes) told(`  ${name}`, size)

await Promise.all([admin.end(), desk.end(), worker.end()])
await postgres.stop()
