import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../../../sandbox/seed.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { verifyActivity } from './verify-activity.ts'

const CLIENTS = 100
const ENTRIES = 10_000

let gateway: TestGateway
let user: TestUser
const clients: string[] = []

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  for (let n = 0; n < CLIENTS; n += 1) {
    clients.push(randomUUID())
    await seedClient(gateway.db.admin, user.user_id, clients[n]!)
  }
  await append(ENTRIES, clients)
})
afterAll(() => gateway.close())

/** Entries as the gateway writes them, spread over the clients, many of them within one millisecond. */
async function append(count: number, to: string[]): Promise<void> {
  await gateway.db.admin.query(
    `insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, metadata, request_id, event_created_at)
     select $1, ($2::uuid[])[1 + n % $3::int], gen_random_uuid(), gen_random_uuid(), 'gateway', 'ACCOUNT_UPDATED', 'ACTIVE', '{"n": 1}', 'request',
       date_trunc('milliseconds', clock_timestamp())
     from generate_series(1, $4::int) n`,
    [user.user_id, to, to.length, count],
  )
}

const url = (client_id: string, query = '') => `/v1/reports/client-activity/${client_id}${query}`
type Entry = { id: string; event_created_at: string }

async function walk(client_id: string, between: () => Promise<void> = async () => {}): Promise<Entry[]> {
  const seen: Entry[] = []
  for (let state: unknown = ''; state !== undefined; ) {
    const { status, body } = await gateway.ask({
      url: url(client_id, `?page_size=7${state ? `&page_state=${state as string}` : ''}`),
      as: user,
    })
    expect(status).toBe(200)
    seen.push(...(body['data'] as Entry[]))
    state = body['page_state']
    await between()
  }
  return seen
}

describe('the history of a client', () => {
  it('answers exactly the fields of an entry, newest first', async () => {
    const { body } = await gateway.ask({ url: url(clients[0]!, '?page_size=2'), as: user })
    const [entry] = body['data'] as Record<string, unknown>[]
    expect(Object.keys(entry!).toSorted()).toEqual([
      'event_created_at',
      'event_id',
      'event_type',
      'id',
      'metadata',
      'source',
      'status',
    ])
    const times = (await walk(clients[0]!)).map(({ event_created_at }) => event_created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times).toHaveLength(ENTRIES / CLIENTS)
  })

  it('pages stay as they are while entries are added', async () => {
    const [client] = clients
    const before = (await walk(client!)).map(({ id }) => id)
    const during = (await walk(client!, () => append(3, [client!]))).map(({ id }) => id)
    expect(during).toEqual(before)
    expect(await walk(client!)).not.toHaveLength(before.length)
  })

  it("404: another user's client and none at all, told the same", async () => {
    const stranger = await gateway.user()
    const answers = [url(clients[0]!), url(randomUUID())].map((address) => gateway.ask({ url: address, as: stranger }))
    for (const { status, body } of await Promise.all(answers))
      expect([status, body['code']]).toEqual([404, 'REPORT_CLIENT_NOT_FOUND'])
  })

  it('400: a page state of another client', async () => {
    const { body } = await gateway.ask({ url: url(clients[1]!, '?page_size=1'), as: user })
    const state = String(body['page_state'])
    expect((await gateway.ask({ url: url(clients[2]!, `?page_size=1&page_state=${state}`), as: user })).status).toBe(
      400,
    )
  })
})

describe('the chain', () => {
  const verify = async () => verifyActivity(gateway.db.admin, () => {})
  /** Tampers as a superuser can, looks, and puts it back. */
  async function tampered(statement: string, values: unknown[], then?: string) {
    const client = await gateway.db.admin.connect()
    try {
      await client.query('begin')
      await client.query(statement, values)
      if (then) await client.query(then, values)
      const { broken } = await verifyActivity(client as unknown as typeof gateway.db.admin, () => {})
      return broken.map((entry) => ({ ...entry, sequence: Number(String(entry.sequence)) }))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('holds for what was written, whoever wrote at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => append(5, [clients[3]!, clients[4]!])))
    expect(await verify()).toEqual({ chains: CLIENTS, broken: [] })
  })

  const changes = [
    `status = 'REJECTED'`,
    `metadata = '{"n": 2}'`,
    `event_created_at = event_created_at + interval '1 millisecond'`,
    `source = 'operator'`,
    `event_id = gen_random_uuid()`,
    `previous_hash = '\\x00'`,
    `hash = '\\x00'`,
  ]
  it.each(changes)('names an entry in which %s', async (change) => {
    const where = 'user_id = $1 and client_id = $2 and sequence = 42'
    const broken = await tampered(`update client_activity set ${change} where ${where}`, [user.user_id, clients[5]])
    expect(broken).toMatchObject([{ client_id: clients[5], sequence: 42, reason: 'CHANGED' }])
  })

  it('names the place from which an entry was removed, in the middle, at the start and at the end', async () => {
    const remove = (sequence: string) =>
      tampered(`delete from client_activity where user_id = $1 and client_id = $2 and sequence = ${sequence}`, [
        user.user_id,
        clients[6],
      ])
    expect(await remove('42')).toMatchObject([{ sequence: 43, reason: 'MISSING_BEFORE' }])
    expect(await remove('1')).toMatchObject([{ sequence: 2, reason: 'MISSING_BEFORE' }])
    expect(await remove(`${ENTRIES / CLIENTS}`)).toMatchObject([{ sequence: ENTRIES / CLIENTS, reason: 'END_CHANGED' }])
  })

  it('names the last entry when it was changed and hashed again, and a history whose head is gone', async () => {
    const where = `user_id = $1 and client_id = $2 and sequence = ${ENTRIES / CLIENTS}`
    const broken = await tampered(
      `update client_activity set status = 'X' where ${where}`,
      [user.user_id, clients[9]],
      `update client_activity entry set hash = client_activity_hash(entry) where ${where}`,
    )
    expect(broken).toMatchObject([{ client_id: clients[9], sequence: ENTRIES / CLIENTS, reason: 'END_CHANGED' }])
    const headless = await tampered('delete from client_activity_heads where user_id = $1 and client_id = $2', [
      user.user_id,
      clients[9],
    ])
    expect(headless).toMatchObject([{ client_id: clients[9], reason: 'HEAD_MISSING' }])
  })

  it('names an entry re-hashed after the change, by the one behind it', async () => {
    const broken = await tampered(
      `update client_activity set status = 'X', hash = client_activity_hash((select row(c.*)::client_activity from
         (select user_id, client_id, sequence, id, event_id, source, event_type, 'X', reference_id, metadata, authenticated_user_id,
            request_id, event_created_at, previous_hash, hash from client_activity where user_id = $1 and client_id = $2 and sequence = 10) c))
       where user_id = $1 and client_id = $2 and sequence = 10`,
      [user.user_id, clients[7]],
    )
    expect(broken).toMatchObject([{ sequence: 11, reason: 'MISSING_BEFORE' }])
  })

  it("is walked by the operator's command, which fails when something is broken", async () => {
    const main = new URL('../../main.ts', import.meta.url).pathname
    const env = { PATH: process.env['PATH'], DATABASE_OPERATOR_URL: gateway.db.operator }
    const run = () => promisify(execFile)(process.execPath, [main, 'activity', 'verify'], { env })
    expect((await run()).stdout).toMatch(/chains\s+broken\n100\s+0/)
    await gateway.db.admin.query(
      `update client_activity set status = 'X' where user_id = $1 and client_id = $2 and sequence = 7`,
      [user.user_id, clients[8]],
    )
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`${clients[8]}\\s+7`)) as string,
    })
  })
})
