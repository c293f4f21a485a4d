import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buildApi } from '@eclusa/gateway/src/api.ts'
import { kept } from '@eclusa/gateway/src/backoffice/audit-log/audit-subjects.ts'
import { keep } from '@eclusa/gateway/src/backoffice/audit-log/bootstrap-action.ts'
import type { Route } from '@eclusa/gateway/src/http/route.ts'
import { addTarget } from '@eclusa/gateway/src/http/scope/product-store.ts'
import { insertWallet } from '@eclusa/gateway/src/http/scope/wallet-store.ts'
import type { Dict } from '@eclusa/gateway/src/partners/dict/dict.ts'
import { createOperatorPool } from '@eclusa/gateway/src/platform/db/operator-pool.ts'
import { createLog } from '@eclusa/gateway/src/platform/observability/log.ts'
import { type ApiServices, createApiServices } from '@eclusa/gateway/src/services.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { makeKey, makeUser } from '@eclusa/simulators/seed.ts'
import type { FastifyInstance } from 'fastify'
import { expectCases } from './cases.ts'
import { expectDeclaredEvents } from './catalogue.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { PEPPER, testEnvironment } from './environment.ts'
import { TestIssuer } from './issuer.ts'
import { openStage, type PixEnvironment } from './pix-environment.ts'
import { type AskGateway, createAsk, type TestResponse, type TestUser } from './request.ts'
import { expectSequences } from './sequences.ts'
import { createTestSimulators, type TestSimulators } from './simulators.ts'

export type { AskGateway, TestResponse, TestUser } from './request.ts'

/** Replaces the connection to DICT in tests without calls to it. Others bring one. */
const uncalledDict = { participant: '11111111' } as Dict

/** The real gate with a real database and really signed tokens, called in process. */
export interface TestGateway extends PixEnvironment {
  app: FastifyInstance
  services: ApiServices
  db: TestDatabase
  issuer: TestIssuer
  /** The outside world, as far as a test can control it. */
  simulators: TestSimulators
  /** Every log line so far. */
  logged: string[]
  ask: (ask: AskGateway) => Promise<TestResponse>
  user: () => Promise<TestUser>
  /** An owner that acts for this user under a product and in a wallet of that product: the user, as the owner calls. */
  acting: (target: TestUser) => Promise<TestUser>
  apiKey: (user: TestUser) => Promise<{ key_id: string; key: string }>
  close: () => Promise<void>
}

export async function createTestGateway(
  settings: NodeJS.ProcessEnv = {},
  overrides: Partial<ApiServices> = {},
  {
    between = async (url) => url,
    moreRoutes = [],
    database = cloneDatabase,
  }: {
    /** Puts a proxy between the gateway and its database. */
    between?: (databaseUrl: string) => Promise<string>
    /** Operations of the test only, beside those of the gateway. */
    moreRoutes?: Route<ApiServices>[]
    /** Another database than a clone of the template. */
    database?: () => Promise<TestDatabase>
  } = {},
): Promise<TestGateway> {
  const [db, issuer, registry] = await Promise.all([database(), TestIssuer.start(), startBilletRegistry()])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  const config = readApiSettings({
    ...testEnvironment({ ...db, api: await between(db.api) }, { issuerUrl: issuer.url, folder }),
    BILLET_REGISTRY_URL: registry.url,
    ...settings,
  })
  const logged: string[] = []
  const log = createLog('debug', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
  const simulators = createTestSimulators(db, registry)
  const { counterparts } = simulators
  const opened = createApiServices(config)
  // A test may add the test clock to its database while this live gateway uses it.
  const installation = { ...opened.installation, mismatch: undefined }
  const services = { ...opened, installation, log, dict: uncalledDict, counterparts, ...overrides }
  const app = await buildApi(services, moreRoutes)
  const bootstrap = createOperatorPool(db.bootstrap, 2)
  const worker = createOperatorPool(db.worker, 4)
  const ask = createAsk(app, logged)
  const newUser = async () => {
    const user = await makeUser(bootstrap, 'test user')
    return { ...user, token: await issuer.sign({ sub: user.user_id }) }
  }
  return {
    app,
    services,
    db,
    issuer,
    simulators,
    logged,
    ask,
    ...openStage(ask, services, { bootstrap, worker }),
    user: newUser,
    async acting({ user_id }) {
      const { product_id, token } = await newUser()
      const wallet_id = randomUUID()
      await keep(bootstrap, { operation: 'test', subject: { type: 'product', id: product_id } }, async (tx) => {
        await addTarget(tx, { product_id, user_id })
        await insertWallet(tx, { id: wallet_id, user_id, product_id, name: 'of the product', is_default: true })
        const records = [kept.membership({ product_id, user_id }), kept.wallet({ user_id, wallet_id })]
        return { answer: undefined, records }
      })
      const acting = { 'x-product-uuid': product_id, 'x-product-target-user-uuid': user_id }
      return { user_id, product_id, wallet_id, token, acting }
    },
    async apiKey({ user_id }) {
      const { id: key_id, key } = await makeKey(bootstrap, user_id, PEPPER, 'live')
      return { key_id, key }
    },
    async close() {
      await app.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
      await Promise.all([bootstrap.end(), worker.end()])
      await issuer.close()
      await simulators.close()
      await registry.close()
      try {
        await expectDeclaredEvents(db.admin)
        await expectSequences(db.admin)
        await expectCases(db.admin)
      } finally {
        await db.drop()
      }
    },
  }
}
