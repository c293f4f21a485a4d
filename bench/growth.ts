/**
 * Whether what a request asks of the database takes longer the more there is. Run it with `npm run bench -- growth [rows]`:
 * two servers, one with ten thousand accounts, claims and events and one with so many, ten million unless it is said; every
 * statement of every work is timed by pgbench on one and on the other in turns.
 */

import type pg from 'pg'
import { catchFloors } from './catch-floors.ts'
import { median, ratioOf, shown } from './figures.ts'
import { pgbenchScript } from './floor.ts'
import { type Latency, openPgbench } from './pgbench.ts'
import { openStage } from './stage.ts'
import { type WorkName, workNames, works } from './works.ts'

const FEW = 10_000
const MANY = Number(process.argv[2] ?? 10_000_000)
const [ROUNDS, SECONDS, AT_ONCE] = [10, 3, 1_000_000]
const LIMIT = 1.25
const begun = performance.now()
const say = (line: string) =>
  void process.stdout.write(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}\n`)

/** Rows beside those that are asked for: of the same user, so that every index that begins with one has all of them. */
const filled: Record<string, Record<string, string>> = {
  crossborder_accounts: {
    id: 'gen_random_uuid()',
    client_id: `md5('grown ' || n / 10)::uuid`,
    account_number: `lpad(n::text, 14, '7')`,
    status: `'ACTIVE'`,
  },
  replay_claims: { fingerprint: 'sha256(int8send(n))', attempt_id: 'gen_random_uuid()' },
  events: {
    id: 'gen_random_uuid()',
    object_id: `md5('grown ' || n)::uuid`,
    created_at: `copied.created_at - (n % 20000000) * interval '1 ms'`,
  },
}

async function openGrown(rows: number) {
  const stage = await openStage()
  // Who asks first leaves one of each kind to be like.
  const caught = await catchFloors(stage)
  for (const table of Object.keys(filled)) await fill(stage.admin, table, rows)
  await stage.admin.query('vacuum analyze')
  const sizes = await stage.admin.query<{ table: string; bytes: string }>(
    `select root.relname as "table", sum(pg_total_relation_size(part.relid)) as bytes
     from pg_class root, lateral pg_partition_tree(root.oid) part
     where root.relname = any($1) and root.relnamespace = 'eclusa'::regnamespace group by 1
     union all select 'crossborder_accounts', pg_total_relation_size('eclusa.crossborder_accounts')`,
    [Object.keys(filled).filter((table) => table !== 'crossborder_accounts')],
  )
  for (const { table, bytes } of sizes.rows)
    say(`${table}: ${rows} rows, ${(Number(bytes) / rows).toFixed(0)} bytes each with its indexes`)
  return { stage, caught, pgbench: await openPgbench(stage.admin, stage.database.api) }
}

async function fill(admin: pg.Pool, table: string, rows: number): Promise<void> {
  const made = filled[table]!
  const { rows: columns } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  const client = await admin.connect()
  // Nobody is told of what is put here, and nothing is chained to it.
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  for (let from = 0; from < rows; from += AT_ONCE) {
    await client.query(
      `insert into ${table} (${names.map((name) => `"${name}"`)})
       select ${names.map((name) => made[name] ?? `copied."${name}"`)}
       from (select * from ${table} limit 1) copied,
         generate_series(${from + 1}, ${Math.min(rows, from + AT_ONCE)}) n`,
    )
    if (rows > AT_ONCE) say(`${table}: ${Math.min(rows, from + AT_ONCE)} of ${rows}`)
  }
  await client.query('reset session_replication_role; reset synchronous_commit')
  client.release()
}

type Grown = Awaited<ReturnType<typeof openGrown>>

/** What each statement of a work takes, in ms, in the order in which they are said. */
async function times({ stage, caught, pgbench }: Grown, work: WorkName): Promise<Latency[]> {
  const { user_id, product_id, wallet_id } = stage.user
  const { floor } = caught[work]
  const script = pgbenchScript(floor, { user_id, product_id, wallet_id }, works[work].targets)
  return pgbench.latencies(script, { seconds: SECONDS, options: floor.options })
}

say('filling')
const [few, many] = [await openGrown(FEW), await openGrown(MANY)]
let worst = 0
for (const work of workNames()) {
  await times(few, work)
  await times(many, work)
  const rounds: { few: Latency[]; many: Latency[] }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ few: await times(few, work), many: await times(many, work) })
  say(`${works[work].title}: ${MANY} rows by ${FEW}`)
  for (const [at, { said }] of rounds[0]!.few.entries()) {
    const [little, much] = [rounds.map((round) => round.few[at]!.ms), rounds.map((round) => round.many[at]!.ms)]
    const ratio = ratioOf(much, little)
    worst = Math.max(worst, ratio.low)
    say(`  ${shown(ratio)}  ${median(little).toFixed(3)} ms  ${said.slice(0, 90)}`)
  }
}
for (const { stage } of [few, many]) await stage.close()
say(worst <= LIMIT ? `no statement grows by more than ${LIMIT}` : `a statement grows by ${worst.toFixed(2)}`)
process.exit(worst <= LIMIT ? 0 : 1)
