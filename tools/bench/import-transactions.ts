import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  listTransactionsOf,
  type TransactionFilters,
} from '@eclusa/gateway/src/areas/transactions/transaction-store.ts'
import type { PagedQuery } from '@eclusa/gateway/src/http/page.ts'
import { scopeOfUser } from '@eclusa/gateway/src/http/scope/scope.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { createDatabase, type DatabaseUrls, withDatabase } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { sampleDeposit, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { type SeededUser, seed } from '@eclusa/simulators/seed.ts'
import { quantile } from '@eclusa/testing/load/figures.ts'
import { comparePages, describeCost, type PagedList } from '@eclusa/testing/load/page-cost.ts'
import { startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { residentMiB } from '@eclusa/testing/processes/memory-use.ts'
import pg from 'pg'

/**
 * Imports a million transactions into one wallet while the API serves that wallet: duration, memory, and the effect on
 * callers; then compares the cost of page ten thousand with page one. PostgreSQL keeps its durability and has little memory,
 * so that the table does not fit.
 */
const RECORDS = Number(process.argv[2] ?? 1_000_000)
const DEPTH = Number(process.argv[3] ?? 10_000)
/** Open loop: requests are sent on a clock, so that a slow server gets no easier time. */
const CALL_EVERY_MS = 50
const DAYS = 75
const RATIO = { min: 0.75, max: 1.25 }

const say = (line: string) => void process.stderr.write(`${line}\n`)
const print = (line: string) => void process.stdout.write(`${line}\n`)
const ends: (() => Promise<unknown>)[] = []
const failures: string[] = []

try {
  await measure()
} finally {
  for (const end of ends.toReversed()) await end()
}
for (const failure of failures) print(`FAILED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function measure(): Promise<void> {
  const postgres = await startPostgres(process.env, ['shared_buffers=64MB', 'max_wal_size=1GB'])
  ends.push(() => postgres.stop())
  const database = await createDatabase(postgres.adminUrl, 'eclusa_import')
  const pepper = randomBytes(32).toString('hex')
  const [user] = (await seed(database, pepper)) as [SeededUser]
  const issuer = await startIssuer([user])
  ends.push(() => issuer.close())
  const api = await startApiProcess(gatewayEnvironment({ database, issuer, pepper }))
  ends.push(() => api.kill())
  const directory = await mkdtemp(join(tmpdir(), 'eclusa-import-'))
  ends.push(() => rm(directory, { recursive: true }))

  const file = join(directory, 'transactions.ndjson')
  say(`writing ${RECORDS} records …`)
  await writeRecords(file, user)
  say('importing, with the API serving …')
  const calls = callOnAClock(api.base_url, user, await issuer.token(user))
  const imported = await runImport(file, database)
  report(imported, await calls.stop())
  await checkCounts(postgres.adminUrl)
  await comparePagesOf(user, database)
}

async function writeRecords(file: string, wallet: SeededUser): Promise<void> {
  const now = Date.now()
  function* lines() {
    for (let n = 0; n < RECORDS; n += 1) {
      const at = new Date(now - Math.floor((1 - n / RECORDS) * DAYS * 86_400_000) - 1_000)
      const record = n % 3 === 0 ? samplePayment(wallet, at) : sampleDeposit(wallet, at)
      yield `${JSON.stringify(record)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

/** The command itself, in a process of its own; its memory is measured from outside. */
async function runImport(file: string, database: DatabaseUrls) {
  const main = new URL('../../apps/gateway/src/main.ts', import.meta.url).pathname
  const started = performance.now()
  const child = spawn(process.execPath, [main, '--json', 'transactions', 'import', file], {
    env: { PATH: process.env['PATH'], DATABASE_WORKER_URL: database.worker },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const memoryMiB: number[] = []
  const watch = setInterval(() => {
    try {
      memoryMiB.push(residentMiB(child.pid!))
    } catch {
      // It ended between two samples.
    }
  }, 200)
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')])
  clearInterval(watch)
  const counts = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, number>
  return { counts, memoryMiB, seconds: (performance.now() - started) / 1000 }
}

interface ImportTransactionsCall {
  what: string
  status: number
  ms: number
}

/** Lists the wallet and changes an account, in turns, until stopped. */
function callOnAClock(base_url: string, user: SeededUser, token: string) {
  const under: Promise<ImportTransactionsCall>[] = []
  const call = async (n: number): Promise<ImportTransactionsCall> => {
    const write = n % 4 === 0
    const path = write
      ? `/v1/crossborder/clients/${user.client_id}/accounts/${user.account_id}`
      : '/api/v2/transactions'
    const headers = { authorization: `Bearer ${token}`, nonce: randomUUID() }
    const started = performance.now()
    const status = await fetch(`${base_url}${path}`, {
      method: write ? 'PATCH' : 'GET',
      headers: { ...headers, ...(write && { 'content-type': 'application/json' }) },
      ...(write && { body: JSON.stringify({ nickname: `n${n}` }) }),
    }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    return { what: write ? 'PATCH account' : 'GET transactions', status, ms: performance.now() - started }
  }
  const clock = setInterval(() => under.push(call(under.length)), CALL_EVERY_MS)
  return {
    async stop(): Promise<ImportTransactionsCall[]> {
      clearInterval(clock)
      return Promise.all(under)
    },
  }
}

function report(
  { counts, memoryMiB, seconds }: Awaited<ReturnType<typeof runImport>>,
  calls: ImportTransactionsCall[],
): void {
  const perSecond = Math.round(RECORDS / seconds)
  print(`import: ${JSON.stringify(counts)} in ${seconds.toFixed(0)} s, ${perSecond} a second`)
  const [early, late] = [memoryMiB.slice(0, memoryMiB.length / 2), memoryMiB.slice(memoryMiB.length / 2)]
  print(
    `memory of the import: at most ${Math.max(...memoryMiB).toFixed(0)} MiB; medians of its two halves ${quantile(early, 0.5).toFixed(0)} and ${quantile(late, 0.5).toFixed(0)} MiB`,
  )
  if (counts['created'] !== RECORDS) failures.push('not every record was created')
  for (const what of ['GET transactions', 'PATCH account']) {
    const ours = calls.filter((call) => call.what === what)
    const failed = ours.filter(({ status }) => status !== 200).length
    const ms = (share: number) =>
      quantile(
        ours.map((call) => call.ms),
        share,
      ).toFixed(1)
    print(
      `${what} meanwhile: ${ours.length} calls, ${failed} failed; ${ms(0.5)} ms median, ${ms(0.99)} ms at 99 %, ${ms(1)} ms at most`,
    )
    if (failed > 0) failures.push(`${failed} of ${ours.length} ${what} failed during the import`)
  }
}

async function checkCounts(adminUrl: string): Promise<void> {
  const admin = new pg.Client({
    connectionString: withDatabase(adminUrl, 'eclusa_import'),
    options: '-c search_path=eclusa',
  })
  await admin.connect()
  const { rows } = await admin.query<{ transactions: number; events: number; bytes: string }>(
    `select (select count(*)::int from transactions) as transactions,
       (select count(distinct object_id)::int from events where type = 'transactions.transaction.created') as events,
       (select pg_size_pretty(sum(pg_total_relation_size(relid))) from pg_partition_tree('transactions')) as bytes`,
  )
  print(`kept: ${JSON.stringify(rows[0])}`)
  if (rows[0]!.transactions !== RECORDS || rows[0]!.events !== RECORDS) failures.push('rows and events do not agree')
  await admin.query('vacuum analyze transactions')
  await admin.end()
}

async function comparePagesOf({ user_id, wallet_id }: SeededUser, database: DatabaseUrls): Promise<void> {
  const pool = openPool({ connectionString: database.api, size: 1, name: 'page-cost' })
  const filtered: (TransactionFilters & PagedQuery)[] = [
    {},
    { type: 'DEPOSIT' },
    { type: 'PAYMENT', status: 'CONFIRMED' },
    { status: 'RECEIVED', created_at_start: '2020-11-01T00:00:00Z', created_at_end: new Date().toISOString() },
  ]
  for (const filters of filtered) {
    const list: PagedList = {
      name: `listTransactions ${JSON.stringify(filters)}`,
      sort: 'created_at',
      asked: filters,
      scope: { ...scopeOfUser(user_id), wallet_id },
      rows: (tx, page) => listTransactionsOf(tx, wallet_id, filters, page),
    }
    say(`walking to page ${DEPTH} of ${list.name} …`)
    const cost = await comparePages(pool, list, DEPTH)
    print(describeCost(list, DEPTH, cost))
    if (cost.median < RATIO.min || cost.median > RATIO.max) failures.push(`${list.name} costs otherwise at depth`)
  }
  await pool.end()
}
