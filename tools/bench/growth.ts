/**
 * Whether statements of a request get slower with more rows. Run it with `npm run bench -- growth [rows] [cold]`: two
 * servers, one with ten thousand accounts, claims and events and one with the given number, by default ten million; pgbench
 * times every statement of every operation on both in turns.
 *
 * Both query the same few records, which are in memory, among all the others. With `cold` any record is queried, beyond the
 * machine's memory, of which the server has half a gigabyte: that time is reported, and depends on the disk.
 *
 * With `--months 60 --done-jobs 10000000 --waiting-endpoints 10000`, or some of these, it measures an old installation: an
 * ingest beside that many months, an idle worker beside that many done jobs, a claim of deliveries beside that many waiting
 * endpoints.
 */

import { parseArgs } from 'node:util'
import { median, ratioOf, seeded, shown, shuffled } from '@eclusa/testing/load/figures.ts'
import type pg from 'pg'
import { pgbenchScript } from './baseline.ts'
import { type Bench, benchmark } from './benchmark.ts'
import { catchFloors } from './capture-baselines.ts'
import { copyRows } from './copy-rows.ts'
import type { BenchEnvironment } from './environment.ts'
import { measureEndpoints } from './growth-endpoints.ts'
import { measureJobs } from './growth-jobs.ts'
import { measureMonths } from './growth-months.ts'
import { createPgbench, type Latency } from './pgbench.ts'
import { ACCOUNTS, type WorkName, workNames, works } from './workloads.ts'

const FEW = 10_000
const { values: age, positionals } = parseArgs({
  options: {
    months: { type: 'string' },
    'done-jobs': { type: 'string' },
    'waiting-endpoints': { type: 'string' },
  },
  allowPositionals: true,
})
const MANY = Number(positionals[0] ?? 10_000_000)
const IS_COLD = positionals[1] === 'cold'
const [ROUNDS, SECONDS, AT_ONCE] = [10, 3, 1_000_000]
const LIMIT = 1.25
const server = IS_COLD ? ['shared_buffers=512MB', 'debug_io_direct=data'] : ['shared_buffers=4GB']

/** Rows beside the queried ones: of the same user, so that every index that begins with the user contains all of them. */
const filled: Record<string, { like: string; made: Record<string, string> }> = {
  crossborder_accounts: {
    like: 'true',
    made: {
      id: `md5('account ' || n)::uuid`,
      client_id: `md5('client ' || n)::uuid`,
      account_number: `lpad(n::text, 14, '7')`,
      status: `'ACTIVE'`,
    },
  },
  replay_claims: {
    like: 'true',
    // In all slots, because the current one changes every two hours.
    made: {
      fingerprint: 'sha256(int8send(n))',
      nonce: 'gen_random_uuid()',
      attempt_id: 'gen_random_uuid()',
      slot: '(n % 4)::smallint',
    },
  },
  events: {
    like: `type = 'crossborder.account.updated'`,
    made: {
      id: 'gen_random_uuid()',
      object_id: `md5('grown ' || n)::uuid`,
      created_at: `copied.created_at - (n % 20000000) * interval '1 ms'`,
    },
  },
}

type GrowthPrint = (line: string) => void

async function fill(admin: pg.Pool, table: string, rows: number, say: GrowthPrint): Promise<void> {
  const client = await admin.connect()
  // Without events and hash chains.
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  // After the rows of the stage.
  for (let from = ACCOUNTS; from < rows; from += AT_ONCE) {
    const upTo = Math.min(rows, from + AT_ONCE)
    await copyRows(client, table, { ...filled[table]!, from: `generate_series(${from + 1}, ${upTo}) n` })
    if (rows > AT_ONCE) say(`${table}: ${upTo} of ${rows}`)
  }
  await client.query('reset session_replication_role; reset synchronous_commit')
  client.release()
}

/** Loads the indexes of the claims: a fingerprint is random, so every page is read. Other records that are read are few. */
async function warmClaims(admin: pg.Pool): Promise<void> {
  await admin.query('create extension pg_prewarm')
  await admin.query(
    `select pg_prewarm(indexrelid) from pg_index join pg_partition_tree('replay_claims') on relid = indrelid where isleaf`,
  )
}

async function sizeOf(admin: pg.Pool, table: string): Promise<{ rows: number; bytes: number }> {
  const { rows } = await admin.query<{ rows: number; bytes: number }>(
    `select count(*)::float8 as rows,
       coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')),
         pg_total_relation_size('${table}'))::float8 as bytes from ${table}`,
  )
  return rows[0]!
}

async function openGrown(stage: BenchEnvironment, rows: number, say: GrowthPrint) {
  // The first requests create one row of each kind as a template.
  const caught = await catchFloors(stage)
  for (const table of Object.keys(filled)) await fill(stage.admin, table, rows, say)
  await stage.admin.query('vacuum analyze')
  if (!IS_COLD) await warmClaims(stage.admin)
  const sizes: Record<string, number> = {}
  for (const table of Object.keys(filled)) {
    const { rows: there, bytes } = await sizeOf(stage.admin, table)
    sizes[table] = bytes / there
    say(
      `${table}: ${there} rows, ${(bytes / 1e9).toFixed(1)} GB, ${(bytes / there).toFixed(0)} bytes each with its indexes`,
    )
  }
  return { stage, caught, sizes, rows, pgbench: await createPgbench(stage.admin, stage.database.api) }
}

type Grown = Awaited<ReturnType<typeof openGrown>>

/** The time of each statement of an operation, in ms, in their order. */
async function times({ stage, caught, pgbench, rows }: Grown, work: WorkName): Promise<Latency[]> {
  const { user_id, product_id, wallet_id } = stage.user
  const { floor } = caught[work]
  const targets = IS_COLD && works[work].targets === ACCOUNTS ? rows : works[work].targets
  const script = pgbenchScript(floor, { user_id, product_id, wallet_id }, targets)
  return pgbench.latencies(script, { seconds: SECONDS, options: floor.options })
}

/** Full page images are written to WAL once after each checkpoint, so frequent checkpoints cost more. */
async function fullPages({ stage }: Grown): Promise<number> {
  const { rows } = await stage.admin.query<{ n: number }>('select wal_fpi::float8 as n from pg_stat_wal')
  return rows[0]!.n
}

async function withRows({ say, must, open, keep }: Bench): Promise<void> {
  say(`filling; ${server.join(', ')}`)
  const grown = {
    few: await openGrown(await open(server), FEW, say),
    many: await openGrown(await open(server), MANY, say),
  }
  const arms = ['few', 'again', 'many'] as const
  const of = (arm: (typeof arms)[number]) => grown[arm === 'many' ? 'many' : 'few']
  const draw = seeded(MANY)
  const figures: object[] = []
  for (const work of workNames()) {
    for (const one of Object.values(grown)) {
      await one.stage.admin.query('checkpoint')
      await times(one, work)
    }
    const pages = { few: await fullPages(grown.few), many: await fullPages(grown.many) }
    const rounds: Record<(typeof arms)[number], Latency[]>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const turn: Partial<Record<(typeof arms)[number], Latency[]>> = {}
      for (const arm of shuffled(arms, draw)) turn[arm] = await times(of(arm), work)
      rounds.push(turn as Required<typeof turn>)
    }
    const written = { few: (await fullPages(grown.few)) - pages.few, many: (await fullPages(grown.many)) - pages.many }
    say(`${works[work].title}: ${MANY} rows by ${FEW}; whole pages written ${written.many} and ${written.few}`)
    for (const [at, { said }] of rounds[0]!.few.entries()) {
      const ms = (arm: (typeof arms)[number]) => rounds.map((round) => round[arm][at]!.ms)
      const [ratio, pair] = [ratioOf(ms('many'), ms('few')), ratioOf(ms('again'), ms('few'))]
      const statement = said.trim().slice(0, 90)
      say(
        `  ${shown(ratio)}, null pair ${shown(pair)}  ${median(ms('few')).toFixed(3)} ms, ${median(ms('many')).toFixed(3)} ms  ${statement}`,
      )
      figures.push({ work, statement, ratio, pair, few_ms: median(ms('few')), many_ms: median(ms('many')) })
      must(IS_COLD || ratio.median <= LIMIT, `${work}: ${statement} grows by ${ratio.median.toFixed(2)}`)
    }
    keep({ rows: MANY, few: FEW, server, bytes: grown.many.sizes, figures })
  }
}

/** One after the other, each on servers of its own. */
async function withAge(bench: Bench): Promise<void> {
  const figures: Record<string, object> = {}
  const measured = { months: measureMonths, 'done-jobs': measureJobs, 'waiting-endpoints': measureEndpoints }
  for (const [name, measure] of Object.entries(measured)) {
    const count = age[name as keyof typeof age]
    if (count === undefined) continue
    figures[name] = await measure(bench, Number(count))
    bench.keep(figures)
  }
  bench.say('all of it is measured')
}

await benchmark('growth', Object.keys(age).length > 0 ? withAge : withRows)
