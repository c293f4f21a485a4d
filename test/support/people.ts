import { Writable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { SAMPLE_DESK_URL } from '../../sandbox/environment.ts'
import { readSettings } from '../../src/base/config/settings.ts'
import { openPool } from '../../src/base/db/pool.ts'
import { uuidv7 } from '../../src/base/ids.ts'
import { openRing } from '../../src/base/key-ring.ts'
import { openLog } from '../../src/base/observability/log.ts'
import { mountLogin } from '../../src/desk/people/mount-login.ts'
import { openPeople } from '../../src/desk/people/open-people.ts'
import { peopleSettings } from '../../src/desk/people/settings.ts'
import { buildDesk } from '../../src/desk.ts'
import { answerFault } from '../../src/gate/answer.ts'
import { openStrangers } from '../../src/gate/auth/strangers.ts'
import { Browser } from './browser.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import type { TestDesk } from './desk.ts'

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
export function openPeoplesDesk({ services }: TestDesk): Promise<FastifyInstance> {
  return buildDesk({ ...services, identify: services.people.identify })
}

/** The login of the desk with a single page behind it that shows the person. */
export async function openTestDoor(
  settings: Record<string, string>,
  {
    failuresPerMinute = 1_000_000,
    db: given,
    hasApprovals = false,
  }: { failuresPerMinute?: number; db?: TestDatabase; hasApprovals?: boolean } = {},
): Promise<TestDoor> {
  const db = given ?? (await cloneDatabase())
  const logged: string[] = []
  const log = openLog('debug', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  const { DESK_SECRET = 'desk-secret-for-tests-desk-secret-for-tests' } = settings
  const config = readSettings(peopleSettings, settings)
  const pool = openPool({ connectionString: db.desk, size: 4, name: 'eclusa-desk' })
  const strangers = openStrangers(failuresPerMinute)
  const people = openPeople({
    pool,
    clock,
    settings: config,
    deskKeys: openRing(DESK_SECRET),
    strangers,
    hasApprovals,
  })
  const services = { pool, clock, settings: config, strangers, people, log, docsUrl: '/docs' }
  const app = Fastify({ genReqId: () => uuidv7(), exposeHeadRoutes: false })
  app.setErrorHandler((error, request, reply) => answerFault(services, error, request, reply))
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
