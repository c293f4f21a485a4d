import '@eclusa/simulators/redirect-stdout.ts'
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listenOn } from '@eclusa/gateway/src/platform/db/listen.ts'
import { asAdmin } from '@eclusa/simulators/database.ts'
import { blocksOf } from '@eclusa/testing/guides/blocks.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { type GatewayEnvironment, openStage, tally, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { pgbouncerVersion, startPooler } from './pgbouncer.ts'

/**
 * The gateway through PgBouncer, in each mode of docs/guides/pooling.md: requests, jobs, and listeners. The page's
 * statements give the logins those settings that a pooler does not pass on.
 *
 *   npm run drill -- pooler ['session mode']
 */
const CALLERS = 16
const CHANGES = 10
const READY_MS = 15_000
const main = fileURLToPath(new URL('../../../apps/gateway/src/main.ts', import.meta.url))

const ways = [
  { what: 'transaction mode, as it comes', settings: { pool_mode: 'transaction' }, works: false },
  { what: 'session mode, as it comes', settings: { pool_mode: 'session' }, works: false },
  {
    what: 'session mode, options by login',
    settings: { pool_mode: 'session', ignore_startup_parameters: 'options', default_pool_size: '60' },
    works: true,
  },
  {
    what: 'transaction mode, options by login',
    settings: { pool_mode: 'transaction', ignore_startup_parameters: 'options' },
    works: false,
  },
]

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const accounts = await Promise.all(Array.from({ length: CALLERS }, () => stage.account()))
  say(`PgBouncer ${await pgbouncerVersion()}`)
  for (const { what, settings, works } of ways.filter(({ what }) => what.includes(process.argv[2] ?? ''))) {
    if ('ignore_startup_parameters' in settings) await giveOptions(stage)
    const pooler = await startPooler([stage.database.api, stage.database.worker], settings)
    const through = {
      DATABASE_URL: pooler.through(stage.database.api),
      DATABASE_WORKER_URL: pooler.through(stage.database.worker),
    }
    say(`${what}:`)
    say(`  ${await examined({ ...stage.settings, ...through })}`)
    const hears = await listens(stage, through.DATABASE_WORKER_URL)
    const found = await serve(stage, accounts, through)
    say(`  ${found.told}; ${hears ? 'whoever listens hears' : 'whoever listens hears nothing'}`)
    must(found.served === works, works ? `${what} serves` : `${what} serves nobody well`)
    await pooler.stop()
  }
  await stage.close()
})

/** As on the page, for the logins of this stage. */
async function giveOptions({ postgres: { adminUrl } }: GatewayEnvironment): Promise<void> {
  const statements = blocksOf('pooling.md').filter(({ language }) => language === 'sql')
  await asAdmin(adminUrl, async (admin) => {
    for (const { code } of statements) await admin.query(code.replaceAll('gateway_', 'eclusa_sandbox_'))
  })
}

/** The doctor's findings about the sessions. */
function examined(env: Record<string, string>): Promise<string> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [main, 'doctor', 'database.sessions'],
      { env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env } },
      (_, out) => resolve(out.trim().split('\n')[0]!),
    ),
  )
}

async function listens(stage: GatewayEnvironment, connectionString: string): Promise<boolean> {
  let heard = false
  let begun = false
  const listening = listenOn(
    { connectionString, name: 'pooler', channel: 'pooler' },
    { heard: () => (heard = true), begun: () => (begun = true), lost: () => {} },
  )
  await until(() => begun, 5_000)
  // Other sessions run meanwhile, on any free connection.
  await pause(500)
  await stage.admin.query(`select pg_notify('pooler', '')`)
  await until(() => heard, 2_000)
  await listening.close()
  return heard
}

/** Callers change accounts through an API and a worker that only connect to the pooler. */
async function serve(stage: GatewayEnvironment, accounts: string[], through: Record<string, string>) {
  const api = await stage.startApi(through)
  const worker = await stage.startWorker(through).catch(() => undefined)
  await until(() => api.told()?.ready === true, READY_MS)
  const run = Math.random().toString(36).slice(2)
  const answers = await Promise.all(
    accounts.map(async (account, caller) => {
      const told = []
      for (let n = 0; n < CHANGES; n += 1) told.push(await stage.change(api.base_url, account, `${run} ${caller} ${n}`))
      return told
    }),
  )
  const left = async () =>
    (
      await stage.admin.query<{ n: number }>(
        `select count(*)::int as n from pgboss.job where name = 'verify-account' and state in ('created', 'retry', 'active')`,
      )
    ).rows[0]!.n
  const drained = worker && (await until(async () => (await left()) === 0, 20_000))
  const all = answers.flat()
  const ready = `API ${api.told()?.ready ? 'ready' : `not ready (${api.told()?.reason})`}`
  const jobs = worker ? (drained === undefined ? `${await left()} jobs left` : 'all jobs done') : 'no worker starts'
  await api.end()
  await worker?.end()
  return {
    told: `${ready}; ${tally(all)}; ${jobs}`,
    served: all.every(({ status }) => status === 200) && drained !== undefined,
  }
}
