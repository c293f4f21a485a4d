import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { startBilletRegistry } from '../../sandbox/billet-registry/registry.ts'
import { makeKey, makeUser } from '../../sandbox/seed.ts'
import { buildApi, routes } from '../../src/api.ts'
import { openOperatorPool } from '../../src/base/db/operator-pool.ts'
import { openLog } from '../../src/base/observability/log.ts'
import type { Route } from '../../src/gate/route.ts'
import { addTarget } from '../../src/gate/scope/product-store.ts'
import { insertWallet } from '../../src/gate/scope/wallet-store.ts'
import type { Dict } from '../../src/partners/dict/dict.ts'
import { type ApiServices, openApiServices } from '../../src/services.ts'
import { readApiSettings } from '../../src/settings.ts'
import { type Answer, type Ask, openAsk, type TestUser } from './ask.ts'
import { expectDeclaredEvents } from './catalogue.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { PEPPER, testEnvironment } from './environment.ts'
import { TestIssuer } from './issuer.ts'
import { expectSequences } from './sequences.ts'
import { openStage, type Stage } from './stage.ts'

export type { Answer, Ask, TestUser } from './ask.ts'

/** Stands for a connection to DICT in tests that never call it. Those that do bring one. */
const uncalledDict = { participant: '11111111' } as Dict

/** The real gate over a real database with really signed tokens, called in process. */
export interface TestGateway extends Stage {
  app: FastifyInstance
  services: ApiServices
  db: TestDatabase
  issuer: TestIssuer
  /** Every log line so far. */
  logged: string[]
  ask: (ask: Ask) => Promise<Answer>
  user: () => Promise<TestUser>
  /** An owner that acts for this user under a product and in a wallet of that product: the user, as the owner calls. */
  acting: (target: TestUser) => Promise<TestUser>
  apiKey: (user: TestUser) => Promise<{ key_id: string; key: string }>
  close: () => Promise<void>
}

export async function openTestGateway(
  settings: NodeJS.ProcessEnv = {},
  overrides: Partial<ApiServices> = {},
  {
    between = async (url) => url,
    moreRoutes = [],
  }: {
    /** Puts something between the gateway and its database. */
    between?: (databaseUrl: string) => Promise<string>
    /** Operations that only a test has, beside those of the gateway. */
    moreRoutes?: Route<ApiServices>[]
  } = {},
): Promise<TestGateway> {
  const [db, issuer, registry] = await Promise.all([cloneDatabase(), TestIssuer.start(), startBilletRegistry()])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  const config = readApiSettings({
    ...testEnvironment({ ...db, api: await between(db.api) }, { issuerUrl: issuer.url, folder }),
    BILLET_REGISTRY_URL: registry.url,
    ...settings,
  })
  const logged: string[] = []
  const log = openLog('debug', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
  const services = { ...openApiServices(config), log, dict: uncalledDict, ...overrides }
  const app = await buildApi(services, [...routes, ...moreRoutes])
  const operator = openOperatorPool(db.operator, 4)
  const ask = openAsk(app, logged)
  const newUser = async () => {
    const user = await makeUser(operator, 'test user')
    return { ...user, token: await issuer.sign({ sub: user.user_id }) }
  }
  return {
    app,
    services,
    db,
    issuer,
    logged,
    ask,
    ...openStage(ask, services, operator),
    user: newUser,
    async acting({ user_id }) {
      const { product_id, token } = await newUser()
      await addTarget(operator, { product_id, user_id })
      const wallet = { id: randomUUID(), user_id, product_id, name: 'of the product', is_default: true }
      const { wallet_id } = await insertWallet(operator, wallet)
      const acting = { 'x-product-uuid': product_id, 'x-product-target-user-uuid': user_id }
      return { user_id, product_id, wallet_id, token, acting }
    },
    apiKey: ({ user_id }) => makeKey(operator, user_id, PEPPER),
    async close() {
      await app.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
      await operator.end()
      await issuer.close()
      await registry.close()
      try {
        await expectDeclaredEvents(db.admin)
        await expectSequences(db.admin)
      } finally {
        await db.drop()
      }
    },
  }
}
