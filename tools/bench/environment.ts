import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { accountCases } from '@eclusa/gateway/src/areas/crossborder/backoffice/cases.ts'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { createDatabase, type DatabaseUrls, openAdminPool, withDatabase } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { type Postgres, startPostgres } from '@eclusa/simulators/postgres.ts'
import { refillCases } from '@eclusa/simulators/refill-cases.ts'
import { type SeededUser, seed, seedAccount, seedClient } from '@eclusa/simulators/seed.ts'
import type { LoadOutcome } from '@eclusa/testing/load/load.ts'
import {
  type ApiProcess,
  type GatewayProcess,
  startApiProcess,
  startWorkerProcess,
} from '@eclusa/testing/processes/gateway-process.ts'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import type { GeneratorPlan } from './generator.ts'
import { ACCOUNTS, ACCOUNTS_LISTED, idOf, LISTED_CLIENTS } from './workloads.ts'

/** A gateway as an operator runs it, its partners, and a caller; each in a process of its own. */
export interface BenchEnvironment {
  admin: pg.Pool
  /** A login that bypasses row-level security. */
  adminUrl: string
  database: DatabaseUrls
  user: SeededUser
  token: string
  /** Another process of the same gateway, on the database at this address. */
  startApi(databaseUrl: string, settings?: Record<string, string>): Promise<ApiProcess>
  startWorker(settings?: Record<string, string>): Promise<GatewayProcess>
  /** Sends from yet another process. */
  play(plan: Omit<GeneratorPlan, 'token'>): Promise<LoadOutcome>
  close(): Promise<void>
}

/** As statfs(2) names it. */
const TMPFS = 0x01021994

/** `settings` of PostgreSQL come after the defaults, and override them. */
export async function openStage(settings: string[] = []): Promise<BenchEnvironment> {
  // Login time is not measured: pgbench connects anew in every round.
  const usual = ['scram_iterations=1', 'max_wal_size=8GB', 'shared_buffers=256MB']
  const postgres = await startPostgres(process.env, [...usual, ...settings])
  try {
    const stage = await openOn(postgres)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void stage.close().finally(() => process.exit(1)))
    return stage
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function openOn(postgres: Postgres): Promise<BenchEnvironment> {
  const name = `eclusa_bench_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(postgres.adminUrl, name)
  const admin = openAdminPool(postgres.adminUrl, name, 2)
  await refuseForgetful(admin)
  const pepper = randomBytes(32).toString('hex')
  const [user] = await seed(database, pepper)
  await seedAccounts(admin, user!.user_id)
  const issuer = await startIssuer([user!])
  const registry = await startBilletRegistry()
  const token = await issuer.token(user!)
  const generator = fork(new URL('generator.ts', import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
  const environment = {
    ...gatewayEnvironment({ database, issuer, pepper }),
    BILLET_REGISTRY_URL: registry.url,
  }
  const started: GatewayProcess[] = []
  const end = async () => {
    if (generator.connected) generator.disconnect()
    for (const process of started) await process.kill()
    await Promise.all([issuer.close(), registry.close()])
    // A statement of several minutes ends with the server, before the pool.
    await Promise.all([admin.end(), postgres.stop()])
  }
  let ended: Promise<void> | undefined
  return {
    admin,
    adminUrl: withDatabase(postgres.adminUrl, name),
    database,
    user: user!,
    token,
    async startApi(databaseUrl, settings = {}) {
      const api = await startApiProcess({ ...environment, DATABASE_URL: databaseUrl, ...settings })
      started.push(api)
      return api
    },
    async startWorker(settings = {}) {
      const worker = await startWorkerProcess({ ...environment, ...settings })
      started.push(worker)
      return worker
    },
    async play(plan) {
      generator.send({ ...plan, token })
      const over = new AbortController()
      const ended = once(generator, 'exit', over).then(() => Promise.reject(new Error('who sends has ended')))
      try {
        return ((await Promise.race([once(generator, 'message', over), ended])) as [LoadOutcome])[0]
      } finally {
        over.abort()
      }
    },
    // An interrupt and the error it causes both lead here, and both wait for the same end.
    close: () => (ended ??= end()),
  }
}

/** A server without durable commits is not comparable. */
async function refuseForgetful(admin: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await admin.query<Record<string, string>>(`show ${setting}`)
    if (rows[0]![setting] !== 'on') throw new Error(`${setting} is off: switch it on, or nothing is measured`)
  }
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  const { type } = statfsSync(rows[0]!.data_directory)
  if (type === TMPFS)
    throw new Error('the data lies in memory: set TMPDIR to a folder on a disk, or nothing is measured')
}

/** Clients without a decision: each change of theirs enqueues a verification job. */
async function seedAccounts(admin: pg.Pool, user_id: string): Promise<void> {
  const [client_id, account_id] = [idOf('client', 0), idOf('account', 0)]
  await seedClient(admin, user_id, client_id)
  await seedAccount(admin, user_id, client_id, account_id, 'PENDING')
  const ofThis = `id = '${account_id}'`
  await copyRows(admin, 'crossborder_clients', {
    like: `id = '${client_id}'`,
    from: `generate_series(1, ${ACCOUNTS}) n`,
    made: { id: `md5('client ' || n)::uuid` },
  })
  await copyRows(admin, 'crossborder_accounts', {
    like: ofThis,
    from: `generate_series(1, ${ACCOUNTS}) n`,
    made: { id: `md5('account ' || n)::uuid`, client_id: `md5('client ' || n)::uuid` },
  })
  await refillCases(admin, [accountCases])
  await copyRows(admin, 'crossborder_accounts', {
    like: ofThis,
    from: `generate_series(1, ${LISTED_CLIENTS}) n, generate_series(2, ${ACCOUNTS_LISTED}) m`,
    made: {
      id: 'gen_random_uuid()',
      client_id: `md5('client ' || n)::uuid`,
      account_number: `lpad((n * 1000 + m)::text, 12, '1')`,
      created_at: `copied.created_at + m * interval '1 second'`,
    },
  })
  await admin.query('vacuum analyze')
}
