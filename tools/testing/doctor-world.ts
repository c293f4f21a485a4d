import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anchorHead } from '@eclusa/gateway/src/backoffice/audit-log/anchor-head.ts'
import { createAnchorClient } from '@eclusa/gateway/src/backoffice/audit-log/anchor-place.ts'
import { systemClock } from '@eclusa/gateway/src/platform/clock.ts'
import { createOperatorPool } from '@eclusa/gateway/src/platform/db/operator-pool.ts'
import { readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { asAdmin, createDatabase, type DatabaseUrls, openAdminPool } from '@eclusa/simulators/database.ts'
import { dictEnvironment, peopleEnvironment } from '@eclusa/simulators/environment.ts'
import { startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { makeKey, makeUser } from '@eclusa/simulators/seed.ts'
import type pg from 'pg'
import { DESK_SECRET } from './backoffice.ts'
import { createTestDict, OURS, type TestDict } from './dict.ts'
import { PEPPER, testEnvironment } from './environment.ts'
import { TestIssuer } from './issuer.ts'
import { createSmallStore, type SmallStore } from './small-store.ts'

const DATABASE = 'eclusa_doctor'

/** A healthy gateway on a server of its own: faults planted there affect no other test. */
export interface World {
  /** The settings of its processes, all together. */
  env: Record<string, string>
  adminUrl: string
  database: string
  urls: DatabaseUrls
  admin: pg.Pool
  issuer: TestIssuer
  dict: TestDict
  store: SmallStore
  folder: string
  stopWorker(): Promise<void>
  user_id: string
  close(): Promise<void>
}

export async function createDoctorWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-doctor-'))
  const [postgres, issuer, dict, store, registry, checks] = await Promise.all([
    startPostgres({}, ['archive_mode=on']),
    TestIssuer.start(),
    createTestDict(),
    createSmallStore(),
    startBilletRegistry({ token: 'of the registry' }),
    startOnboardingChecks(),
  ])
  const scanner = createServer().listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const urls = await createDatabase(postgres.adminUrl, DATABASE)
  const env: Record<string, string> = {
    ...testEnvironment(urls, { issuerUrl: issuer.url }),
    ...peopleEnvironment(issuer.url),
    ...dictEnvironment(dict.simulated, OURS),
    ...store.settings,
    DATABASE_DESK_URL: urls.desk,
    DATABASE_BOOTSTRAP_URL: urls.bootstrap,
    DATABASE_AUDITOR_URL: urls.auditor,
    DATABASE_OWNER_URL: urls.owner,
    DESK_SECRET,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://gateway.eclusa.test',
    TRUSTED_PROXIES: '10.0.0.0/24',
    BILLET_REGISTRY_URL: registry.url,
    BILLET_REGISTRY_TOKEN: 'of the registry',
    ONBOARDING_CHECKS_URL: checks.url,
    CLAMD_HOST: '127.0.0.1',
    CLAMD_PORT: String((scanner.address() as AddressInfo).port),
    JOURNAL_ANCHORS: 'disk',
    JOURNAL_ANCHOR_PATH: join(folder, 'anchors'),
    JOURNAL_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ECLUSA_TOKEN: await issuer.sign({ sub: randomUUID() }),
  }
  const settings = readWorkerSettings(env)
  const bootstrap = createOperatorPool(urls.bootstrap, 1)
  const { user_id } = await makeUser(bootstrap, 'somebody')
  await makeKey(bootstrap, user_id, PEPPER, 'live')
  await bootstrap.end()
  const operator = createOperatorPool(urls.worker, 1)
  await anchorHead({ operator, clock: systemClock }, createAnchorClient(settings)!)
  await operator.end()
  const worker = await runWorker(settings)
  let stopped: Promise<void> | undefined
  const stopWorker = () => (stopped ??= worker.stop())
  const admin = openAdminPool(postgres.adminUrl, DATABASE)
  await admin.query(`alter system set archive_command = 'true'`)
  await admin.query('select pg_reload_conf()')
  return {
    env,
    adminUrl: postgres.adminUrl,
    database: DATABASE,
    urls,
    admin,
    issuer,
    dict,
    store,
    folder,
    user_id,
    stopWorker,
    async close() {
      await stopWorker()
      await admin.end()
      scanner.close()
      await Promise.all([issuer.close(), dict.close(), store.close(), registry.close(), checks.close()])
      await asAdmin(postgres.adminUrl, (client) => client.query(`drop database ${DATABASE} with (force)`))
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
