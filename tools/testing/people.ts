import { Writable } from 'node:stream'
import { createAuth } from '@eclusa/gateway/src/backoffice/auth/create-auth.ts'
import { mountLogin } from '@eclusa/gateway/src/backoffice/auth/mount-login.ts'
import { peopleSettings } from '@eclusa/gateway/src/backoffice/auth/settings.ts'
import { buildDesk } from '@eclusa/gateway/src/backoffice.ts'
import { createUnknownCredentialGuard } from '@eclusa/gateway/src/http/auth/unknown-credential-guard.ts'
import { sendError } from '@eclusa/gateway/src/http/respond.ts'
import { readSettings } from '@eclusa/gateway/src/platform/config/settings.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import { createLog } from '@eclusa/gateway/src/platform/observability/log.ts'
import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TestDesk } from './backoffice.ts'
import { Browser } from './browser.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

export interface TestDoor {
  app: FastifyInstance
  db: TestDatabase
  logged: string[]
  /** Its clock, in milliseconds ahead of the real one. */
  clock: { ahead: number; now(): Date }
  browser: () => Browser
  /** How many sessions there are. */
  sessions: () => Promise<number>
  close: () => Promise<void>
}

/** The whole desk, which requires a real login. */
export function createStaffBackoffice({ services }: TestDesk): Promise<FastifyInstance> {
  return buildDesk({ ...services, identify: services.people.identify })
}

/** The login of the desk with a single page behind it that shows the person. */
export async function createTestLogin(
  settings: Record<string, string>,
  {
    failuresPerMinute = 1_000_000,
    db: given,
    hasApprovals = false,
  }: { failuresPerMinute?: number; db?: TestDatabase; hasApprovals?: boolean } = {},
): Promise<TestDoor> {
  const db = given ?? (await cloneDatabase())
  const logged: string[] = []
  const log = createLog('debug', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  const { DESK_SECRET = 'desk-secret-for-tests-desk-secret-for-tests' } = settings
  const config = readSettings(peopleSettings, settings)
  const pool = openPool({ connectionString: db.desk, size: 4, name: 'eclusa-desk' })
  const strangers = createUnknownCredentialGuard(failuresPerMinute)
  const people = createAuth({
    pool,
    clock,
    settings: config,
    deskKeys: createKeyRing(DESK_SECRET),
    strangers,
    hasApprovals,
  })
  const services = { pool, clock, settings: config, strangers, people, log, docsUrl: '/docs' }
  const app = Fastify({ genReqId: () => uuidv7(), exposeHeadRoutes: false })
  app.setErrorHandler((error, request, reply) => sendError(services, error, request, reply))
  mountLogin(app, services)
  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    url: '/v1/who',
    // Before a byte of the body is read, like every gate.
    async onRequest(request, reply) {
      await reply.send(await people.identify(request))
    },
    handler: () => undefined,
  })
  await app.ready()
  return {
    app,
    db,
    logged,
    clock,
    browser: () => new Browser(SAMPLE_DESK_URL, app),
    async sessions() {
      const { rows } = await db.admin.query<{ count: string }>('select count(*) from backoffice_sessions')
      return Number(rows[0]!.count)
    },
    async close() {
      await app.close()
      await pool.end()
      if (!given) await db.drop()
    },
  }
}
