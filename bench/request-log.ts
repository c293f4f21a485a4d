/** What the request log costs a request, in processor time of both sides. Run it with `npm run bench -- request-log`. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { createDatabase, openAdminPool } from '../sandbox/database.ts'
import { gatewayEnvironment } from '../sandbox/environment.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import { seed } from '../sandbox/seed.ts'
import { buildApi } from '../src/api.ts'
import { openApiServices } from '../src/services.ts'
import { readApiSettings } from '../src/settings.ts'
import { quantile } from './figures.ts'

const ROUNDS = 30
const REQUESTS = 500
const AT_ONCE = 20
const PEPPER = 'pepper-of-a-bench-pepper-of-a-bench'

const postgres = await startPostgres(process.env)
const database = await createDatabase(postgres.adminUrl, 'request_log_bench')
const admin = openAdminPool(postgres.adminUrl, 'request_log_bench')
const [user] = await seed(database, PEPPER)
const issuer = { url: 'https://issuer.eclusa.test', audience: 'bench' }
const environment = { ...gatewayEnvironment({ database, issuer, pepper: PEPPER }), LOG_LEVEL: 'silent' }

const open = async (days: string) => {
  const services = openApiServices(readApiSettings({ ...environment, REQUEST_LOG_DAYS: days }))
  return { services, app: await buildApi(services) }
}
const logging = await open('7')
const silent = await open('0')

/** Microseconds of this process for a request, with its share of the batch; and requests a second. */
async function round({ app, services }: typeof logging) {
  const [before, started] = [process.cpuUsage(), performance.now()]
  const caller = async () => {
    for (let n = 0; n < REQUESTS / AT_ONCE; n += 1) {
      const headers = { 'x-api-key': user!.api_key, nonce: randomUUID() }
      const { statusCode } = await app.inject({ url: '/v1/crossborder/clients', headers })
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  await services.requestLog?.flush()
  const { user: own, system } = process.cpuUsage(before)
  return { microseconds: (own + system) / REQUESTS, perSecond: (REQUESTS / (performance.now() - started)) * 1000 }
}

/** Processor time of the one backend that writes the lines. */
async function backendNs(): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'eclusa-api-requests'`,
  )
  return Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0])
}

for (let n = 0; n < 6; n += 1) await round(n % 2 ? logging : silent)
const backendBefore = await backendNs()
const rounds = { with: [] as Awaited<ReturnType<typeof round>>[], without: [] as Awaited<ReturnType<typeof round>>[] }
for (let n = 0; n < ROUNDS; n += 1) {
  rounds.with.push(await round(logging))
  rounds.without.push(await round(silent))
}
const backend = (await backendNs()) - backendBefore
const { rows: kept } = await admin.query<{ lines: number }>('select count(*)::int as lines from eclusa.request_log')

const told = (what: string, value: string) => process.stdout.write(`${what.padEnd(64)}${value.padStart(16)}\n`)
for (const [name, measured] of Object.entries(rounds)) {
  const spread = (of: (one: (typeof measured)[number]) => number) =>
    [0.25, 0.5, 0.75].map((share) => quantile(measured.map(of), share).toFixed(0)).join(' / ')
  told(
    `processor time of a read ${name} the log, µs (quartiles)`,
    spread(({ microseconds }) => microseconds),
  )
  told(
    `reads a second ${name} the log (quartiles)`,
    spread(({ perSecond }) => perSecond),
  )
}
const differences = rounds.with.map(({ microseconds }, n) => microseconds - rounds.without[n]!.microseconds)
told('difference of neighbouring rounds, µs (median)', quantile(differences, 0.5).toFixed(1))
told('processor time of the backend for a line, µs', (backend / 1000 / (ROUNDS * REQUESTS)).toFixed(1))
told('lines kept', String(kept[0]!.lines))
told(
  'load average',
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
)

for (const { app, services } of [logging, silent]) {
  await app.close()
  await services.close()
}
await admin.end()
await postgres.stop()
