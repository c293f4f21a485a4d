import { randomUUID } from 'node:crypto'
import { withDatabase } from '@eclusa/simulators/database.ts'
import { naturalPerson, usdAccount } from '@eclusa/testing/examples.ts'
import { type Ran, ran } from '@eclusa/testing/executed-statements.ts'
import { countWritten, fill } from '@eclusa/testing/filled-database.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { type CapturedStatement, type Recorder, recordStatements } from '@eclusa/testing/load/captured-queries.ts'
import { forgetRows } from '@eclusa/testing/plans.ts'
import type { AskGateway } from '@eclusa/testing/request.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { LeasedDelivery } from '../src/events/delivery/delivery.ts'
import * as deliveries from '../src/events/delivery/delivery-store.ts'
import { createOperatorPool } from '../src/platform/db/operator-pool.ts'

/**
 * Generic plans live as long as their connection and depend on the statistics of the moment. Plans of frequent statements
 * must not: they are made in every state a connection may find its tables in, and have to be equal in each.
 */
const ROWS = 20_000
/** For one statement: descending an index of some monthly partitions, and a page of rows. */
const PAGES_MAX = 200

let gateway: TestGateway
let wire: Wire
let workerWire: Wire
let recorder: Recorder
/** The worker's statements about deliveries are exempt from this one: decision 0007 says for how long that lasts. */
const BY_HAND = 'counted by hand'
/** The plan of each, in each state. */
const states = new Map<string, Map<string, Ran[]>>()

beforeAll(async () => {
  const between = async (url: string) => {
    wire = await createWire(url)
    recorder = recordStatements(wire, 'eclusa-api')
    return wire.url
  }
  gateway = await createTestGateway({ DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' }, {}, { between })
  workerWire = await createWire(gateway.db.worker)
  const works = await hear()
  const { admin } = gateway.db
  const look = async (state: string) => {
    const url = withDatabase(inject('adminUrl'), new URL(gateway.db.api).pathname.slice(1))
    const found = new Map<string, Ran[]>()
    for (const [work, { login, statements }] of works.heard) found.set(work, await ran(url, login, statements))
    states.set(state, found)
  }
  // By hand, or after a restore: the future months too, which are empty.
  await admin.query('vacuum analyze')
  await look(BY_HAND)
  await forgetRows(gateway)
  await look('never counted')
  await countWritten(admin)
  await look('counted when there was a handful')
  // The ring of claims after a quiet night, as an ANALYZE of everything finds it.
  await admin.query('truncate replay_claims; analyze replay_claims')
  await look('counted when no claim was left')
  await fill(admin, ROWS, works.whose)
  await look('filled since it was counted')
  await forgetRows(gateway)
  await look('full and never counted')
  await countWritten(admin)
  await look('full')
}, 300_000)

afterAll(async () => {
  // Rows inserted directly have no events.
  await gateway.db.admin.query('truncate events')
  await gateway.close()
  await Promise.all([wire.close(), workerWire.close()])
})

const digits = () => String(Math.random()).slice(2, 12)

interface TestCliffsWork {
  login: string
  statements: CapturedStatement[]
}

/** Records the statements of requests, whose COMMIT is dropped, and of the tasks of the worker. */
async function hear() {
  // Few rows: with one row any index is as good as another.
  await Promise.all(Array.from({ length: 5 }, () => gateway.user()))
  const user = await gateway.user()
  const { client_id, account_id, url } = await gateway.account(user)
  const [endpoint_id] = [await listening(user), await listening(user)]
  const accounts = url.replace(/\/[^/]+$/, '')
  const requests: Record<string, () => AskGateway> = {
    // Changes the account number too, which withdraws the decision on the account.
    'a PATCH': () => ({ method: 'PATCH', url, body: { nickname: randomUUID(), account_number: digits() } }),
    'a create of an account': () => ({
      method: 'POST',
      url: accounts,
      body: { ...usdAccount, account_number: digits() },
    }),
    'a create of a client': () => ({
      method: 'POST',
      url: '/v1/crossborder/clients',
      body: { ...naturalPerson, document: String(Math.random()).slice(2, 11) },
    }),
    'a read': () => ({ url }),
    'a list': () => ({ url: accounts }),
    'a list of clients': () => ({ url: '/v1/crossborder/clients' }),
    'a list of events': () => ({ url: '/v1/events' }),
    'a history': () => ({ url: `/v1/reports/client-activity/${client_id}` }),
  }
  const verified = () =>
    gateway.db.admin.query(`update crossborder_accounts set status = 'ACTIVE' where id = $1`, [account_id])
  const heard = new Map<string, TestCliffsWork>()
  for (const [work, ask] of Object.entries(requests)) {
    for (let times = 0; times < 3; times += 1) {
      await verified()
      expect((await gateway.ask({ ...ask(), as: user })).status, work).toBeLessThan(300)
    }
    await verified()
    const { statements } = await recorder.during(() => lost(() => gateway.ask({ ...ask(), as: user })))
    heard.set(work, { login: new URL(gateway.db.api).username, statements: upToCommit(statements) })
  }
  const operator = createOperatorPool(workerWire.url, 1)
  const limits = { total: 3, perEndpoint: 3, perUser: 3, held: [] }
  const held = { user_id: user.user_id, id: randomUUID(), created_at: new Date().toISOString(), lease: randomUUID() }
  const delivery = held as LeasedDelivery
  const workerRecorder = recordStatements(workerWire, 'eclusa-operator')
  await operator.query('select 1')
  const chores: Record<string, () => Promise<unknown>> = {
    'a claim of deliveries': () => deliveries.claimDeliveries(operator, randomUUID(), limits),
    'a keeping of deliveries': () => deliveries.renewLeases(operator, [delivery]),
    'a settling of deliveries': () =>
      deliveries.writeOutcomes(operator, [{ delivery, status: 'DELIVERED', delayMs: 0, attempt: null } as never]),
    'a canceling of deliveries': () => deliveries.cancelOrphans(operator),
    'a counting of deliveries': () => deliveries.waitingDeliveries(operator),
  }
  for (const [work, chore] of Object.entries(chores)) {
    const { statements } = await workerRecorder.during(chore)
    heard.set(work, { login: new URL(gateway.db.worker).username, statements: upToCommit(statements) })
  }
  await operator.end()
  return { heard, whose: { user_id: user.user_id, client_id, account_id, endpoint_id } }
}

async function listening(as: TestUser): Promise<string> {
  const body = { url: `https://hooks.example/${randomUUID()}` }
  const { body: made } = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as, body })
  return String(made['id'])
}

/** A request whose connection is lost before COMMIT arrives. */
async function lost(work: () => Promise<unknown>): Promise<void> {
  wire.atCommit = 'hold-commit'
  wire.onHeld = () => {
    wire.atCommit = 'pass'
    wire.cut()
  }
  await work()
  wire.atCommit = 'pass'
}

const upToCommit = (statements: CapturedStatement[]) =>
  statements
    .slice(
      0,
      statements.findIndex(({ text }) => text === 'commit'),
    )
    .filter(({ text }) => !text.startsWith('begin'))

const works = [
  'a PATCH',
  'a create of an account',
  'a create of a client',
  'a read',
  'a list',
  'a list of clients',
  'a list of events',
  'a history',
  'a claim of deliveries',
  'a keeping of deliveries',
  'a settling of deliveries',
  'a canceling of deliveries',
  'a counting of deliveries',
]

describe.each(works)('%s', (work) => {
  const ranIn = (state: string) => states.get(state)!.get(work)!
  /** A function runs once per row, and the number of rows does not depend on the plan. */
  const placesIn = (state: string) => [...new Set(ranIn(state).flatMap(({ entered }) => entered))].toSorted()

  it('uses the same indexes with any statistics', () => {
    expect(ranIn('full').length).toBeGreaterThan(0)
    for (const state of states.keys())
      if (state !== BY_HAND || !work.endsWith('of deliveries')) expect(placesIn(state), state).toEqual(placesIn('full'))
  })

  it(`reads no more than it needs of ${ROWS} rows of one user`, () => {
    for (const state of ['filled since it was counted', 'full and never counted', 'full'])
      for (const { text, entered, pages } of ranIn(state)) {
        expect(entered.join(), text).not.toContain('all of')
        expect(pages, `${state}: ${text}`).toBeLessThanOrEqual(PAGES_MAX)
      }
  })
})
