import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { startBilletRegistry } from '../../sandbox/billet-registry/registry.ts'
import { makeKey, makeUser } from '../../sandbox/seed.ts'
import { buildApi, routes } from '../../src/api.ts'
import { openOperatorPool } from '../../src/base/db/operator-pool.ts'
import { openLog } from '../../src/base/observability/log.ts'
import type { Route } from '../../src/gate/route.ts'
import type { Dict } from '../../src/partners/dict/dict.ts'
import { type ApiServices, openApiServices } from '../../src/services.ts'
import { readApiSettings } from '../../src/settings.ts'
import { expectDeclaredEvents } from './catalogue.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { PEPPER, testEnvironment } from './environment.ts'
import { TestIssuer } from './issuer.ts'
import { openStage, type Stage } from './stage.ts'

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
export interface TestGateway extends Stage {
  app: FastifyInstance
  services: ApiServices
  db: TestDatabase
  issuer: TestIssuer
  /** Every log line so far. */
  logged: string[]
  ask(ask: Ask): Promise<Answer>
  user(): Promise<TestUser>
  apiKey(user: TestUser): Promise<{ key_id: string; key: string }>
  close(): Promise<void>
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

  async function ask({ method = 'GET', url, as, headers = {}, body }: Ask): Promise<Answer> {
    const all: Record<string, string | string[] | undefined> = {
      nonce: randomUUID(),
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...headers,
    }
    const sent = Object.entries(all).filter((header): header is [string, string | string[]] => header[1] !== undefined)
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
  }

  return {
    app,
    services,
    db,
    issuer,
    logged,
    ask,
    ...openStage({ ask, services }, operator),
    async user() {
      const user = await makeUser(operator, 'test user')
      return { ...user, token: await issuer.sign({ sub: user.user_id }) }
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
      } finally {
        await db.drop()
      }
    },
  }
}
