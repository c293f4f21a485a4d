import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { startBilletRegistry } from '../../sandbox/billet-registry/registry.ts'
import { type SampleTransaction, samplePayment } from '../../sandbox/sample-transactions.ts'
import { seedAccount, seedClient } from '../../sandbox/seed.ts'
import { buildApi, routes } from '../../src/api.ts'
import { type Ingest, openIngest } from '../../src/areas/transactions/ingest-batch.ts'
import { type ApiConfig, readApiConfig } from '../../src/base/config/config.ts'
import { openOperatorPool } from '../../src/base/db/operator-pool.ts'
import { openLog } from '../../src/base/observability/log.ts'
import { createKey } from '../../src/commands/keys.ts'
import type { Route } from '../../src/gate/route.ts'
import type { Dict } from '../../src/partners/dict/dict.ts'
import { type ApiServices, openApiServices } from '../../src/services.ts'
import { expectDeclaredEvents } from './catalogue.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { AUDIENCE, TestIssuer } from './issuer.ts'

const PEPPER = 'pepper-for-tests-pepper-for-tests'
export const SIGNING_SECRET = 'signing-secret-for-tests-signing-secret'
const PUBLIC_URL = 'http://gateway.eclusa.test'

/** Stands for a connection to DICT in tests that never call it. Those that do bring one. */
const uncalledDict = { participant: '11111111' } as Dict

export interface TestUser {
  user_id: string
  token: string
  product_id: string
  wallet_id: string
}

export interface Ask {
  method?: InjectOptions['method']
  url: string
  /** Whose token to send. */
  as?: TestUser
  headers?: Record<string, string | string[] | undefined>
  body?: unknown
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
}

/** The real gate over a real database with really signed tokens, called in process. */
export interface TestGateway {
  app: FastifyInstance
  services: ApiServices
  db: TestDatabase
  issuer: TestIssuer
  /** Every log line so far. */
  logged: string[]
  ask(ask: Ask): Promise<Answer>
  user(): Promise<TestUser>
  apiKey(user: TestUser): Promise<{ key_id: string; key: string }>
  /** A client with one active USD account, as a user has them. */
  account(user: TestUser): Promise<{ client_id: string; account_id: string; url: string }>
  /** A second wallet of a user. */
  wallet(user: TestUser): Promise<string>
  /** Takes records in as the operator's ingest does, under its role. */
  ingest: Ingest
  /** A confirmed payment of a wallet, and an older one. */
  payments(wallet: { user_id: string; wallet_id: string }): Promise<SampleTransaction[]>
  /** An acknowledged infraction notification of a wallet, as polling DICT leaves it. Answers its id. */
  notification(wallet: { user_id: string; wallet_id: string }): Promise<string>
  close(): Promise<void>
}

export async function openTestGateway(
  settings: NodeJS.ProcessEnv = {},
  overrides: Partial<ApiServices> = {},
  {
    between = async (url) => url,
    moreRoutes = () => [],
  }: {
    /** Puts something between the gateway and its database. */
    between?: (databaseUrl: string) => Promise<string>
    /** Operations that only a test has, beside those of the gateway. */
    moreRoutes?: (services: ApiServices) => Route[]
  } = {},
): Promise<TestGateway> {
  const [db, issuer, registry] = await Promise.all([cloneDatabase(), TestIssuer.start(), startBilletRegistry()])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  const config: ApiConfig = readApiConfig({
    DATABASE_URL: await between(db.api),
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: AUDIENCE,
    API_KEY_PEPPER: PEPPER,
    SIGNING_SECRET,
    RATE_LIMIT_PER_MINUTE: '1000000',
    STRANGER_LIMIT_PER_MINUTE: '1000000',
    BILLET_REGISTRY_URL: registry.url,
    DICT_CONTACT_EMAIL: 'fraudes@eclusa.example',
    DICT_CONTACT_PHONE: '+5561988887777',
    OBJECT_STORE: 'disk',
    OBJECT_DISK_PATH: folder,
    PUBLIC_URL,
    ...settings,
  })
  const logged: string[] = []
  const log = openLog('debug', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
  const services = { ...openApiServices(config), log, dict: uncalledDict, ...overrides }
  const app = await buildApi(services, [...routes(services), ...moreRoutes(services)])
  const operator = openOperatorPool(db.operator, 4)
  const ingest = openIngest(operator)

  const gateway: TestGateway = {
    app,
    services,
    db,
    issuer,
    logged,
    async ask({ method = 'GET', url, as, headers = {}, body }) {
      const all: Record<string, string | string[] | undefined> = {
        nonce: randomUUID(),
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...headers,
      }
      const sent = Object.entries(all).filter(
        (header): header is [string, string | string[]] => header[1] !== undefined,
      )
      const payload = body === undefined ? {} : { payload: body as object }
      const response = await app.inject({ method, url, headers: Object.fromEntries(sent), ...payload })
      // An error that the operation does not list is a broken promise of the contract, whatever the test was about.
      expect(logged.filter((line) => line.includes('undeclared_fault') || line.includes('INTERNAL_ERROR'))).toEqual([])
      const json = response.headers['content-type']?.toString().includes('json')
      return {
        status: response.statusCode,
        headers: response.headers as Answer['headers'],
        body: json ? response.json() : {},
      }
    },
    async user() {
      const user_id = randomUUID()
      const product_id = randomUUID()
      const wallet_id = randomUUID()
      await db.admin.query('insert into users (id, name) values ($1, $2)', [user_id, 'test user'])
      await db.admin.query('insert into products (id, name) values ($1, $2)', [product_id, 'test product'])
      await db.admin.query(
        `insert into product_users (product_id, user_id, role, is_default) values ($1, $2, 'OWNER', true)`,
        [product_id, user_id],
      )
      await db.admin.query(`insert into wallets (user_id, id, name, is_default) values ($1, $2, 'test', true)`, [
        user_id,
        wallet_id,
      ])
      return { user_id, product_id, wallet_id, token: await issuer.sign({ sub: user_id }) }
    },
    async apiKey(user) {
      const env = { API_KEY_PEPPER: PEPPER, API_KEY_ENVIRONMENT: 'test', DATABASE_OPERATOR_URL: 'postgresql://unused' }
      const { key_id, key } = await createKey(db.admin, user.user_id, 'test', env)
      return { key_id: String(key_id), key: String(key) }
    },
    async account(user) {
      const client_id = randomUUID()
      const account_id = randomUUID()
      await seedClient(db.admin, user.user_id, client_id)
      await seedAccount(db.admin, user.user_id, client_id, account_id)
      return { client_id, account_id, url: `/v1/crossborder/clients/${client_id}/accounts/${account_id}` }
    },
    async wallet({ user_id }) {
      const wallet_id = randomUUID()
      await db.admin.query(`insert into wallets (user_id, id, name) values ($1, $2, 'second')`, [user_id, wallet_id])
      return wallet_id
    },
    ingest,
    async payments(wallet) {
      const payments = [1, 2].map((hours) => samplePayment(wallet, new Date(Date.now() - hours * 3_600_000)))
      const results = await ingest(payments, 'test', new Date())
      expect(results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'CREATED'])
      return payments
    },
    async notification(wallet) {
      const id = randomUUID()
      await db.admin.query(
        `insert into infraction_notifications (user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_type,
           situation_type, status, amount, blocked_amount_status, due_date, reported_at, version, created_at, updated_at)
         values ($1, $2, $3, gen_random_uuid(), 'E11111111202602021020abcdefghijk', 'REFUND_REQUEST', 'SCAM',
           'ACKNOWLEDGED', 15990, 'BLOCKED', now() + interval '7 days', now(), 1, now(), now())`,
        [wallet.user_id, wallet.wallet_id, id],
      )
      return id
    },
    async close() {
      await app.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
      await operator.end()
      await issuer.close()
      await registry.close()
      try {
        await expectDeclaredEvents(db.admin)
      } finally {
        await db.drop()
      }
    },
  }
  return gateway
}
