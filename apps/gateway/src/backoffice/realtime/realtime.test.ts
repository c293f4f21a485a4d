import { connect } from 'node:net'
import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { type Watcher, watchQueue } from '@eclusa/testing/live.ts'
import { createStaffBackoffice } from '@eclusa/testing/people.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../auth/person.ts'
import { forgetChanges, tellChanges } from './change-store.ts'

let issuer: SimulatedIssuer
let gateway: TestGateway
let desk: TestDesk
let base: string
let ana: Person
beforeAll(async () => {
  issuer = await startIssuer([])
  gateway = await createTestGateway()
  await fillCases(gateway.db.admin, 2)
  const settings = { DESK_LIVE_SECONDS: '1', DESK_LIVE_STREAMS: '20', DESK_SECOND_EYES: 'client_verdict' }
  desk = await createTestBackoffice(gateway, { ...issuer.deskSettings, DESK_ROLES_CHECK_SECONDS: '1', ...settings })
  base = await desk.app.listen({ port: 0 })
  ana = desk.person('ana', 'analyst')
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
  await issuer.close()
})

/** Done as the owner of everything, with every trigger, and rolled back. */
async function undone(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await gateway.db.admin.connect()
  try {
    await client.query('begin; set local session_replication_role = origin; delete from case_changes')
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const watch = ({ id }: Person = ana) => watchQueue(base, { authorization: `Bearer ${id}` })
const withChanges = async (watcher: Watcher, since: number, id: string, change: string) => {
  const isTold = () =>
    watcher.told.slice(since).some(({ data }) => data.changes?.some((one) => one.id === id && one.change === change))
  await expect.poll(isTold, { message: `${change} of ${id}` }).toBe(true)
}

describe('GET /v1/cases/live', () => {
  it('reports a client case that is opened, assigned, proposed and decided, by ids only', async () => {
    const watcher = await watch()
    expect(watcher.status).toBe(200)
    await watcher.until('reload')
    const user = await gateway.user()
    const body = { ...shown('createClient'), document: 'WATCHED-1' }
    const made = await gateway.ask({ method: 'POST', url: '/v1/crossborder/clients', as: user, body })
    const id = String(made.body['id'])
    const { user_id } = user
    await withChanges(watcher, 0, id, 'appeared')
    const told = watcher.told.flatMap(({ data }) => data.changes ?? [])
    expect(told).toContainEqual({ kind: 'client', id, user_id, change: 'appeared' })

    await desk.ask({ method: 'POST', url: `/v1/cases/client/${id}/assign`, as: ana, body: { user_id, to: 'me' } })
    await withChanges(watcher, 0, id, 'assigned')
    const verdict = { user_id, status: 'ACTIVE', seen: 1, reason: 'looked at' }
    const proposed = await desk.ask({ method: 'POST', url: `/v1/clients/${id}/verdict`, as: ana, body: verdict })
    expect(proposed.status).toBe(202)
    await withChanges(watcher, 0, id, 'proposed')
    const before = watcher.told.length
    const url = `/v1/proposals/${String(proposed.body['id'])}/approve`
    const bruno = desk.person('bruno', 'approver')
    expect((await desk.ask({ method: 'POST', url, as: bruno, body: { reason: 'so' } })).status).toBe(200)
    await withChanges(watcher, before, id, 'left')
    await withChanges(watcher, before, id, 'proposed')
    expect(watcher.text()).not.toMatch(/WATCHED|ana|bruno/)
    watcher.leave()
  })

  it('a rolled back change is not reported', async () => {
    const watcher = await watch()
    await watcher.until('reload')
    await undone(async (client) => {
      await client.query(`delete from cases where kind = 'refund'`)
      expect((await client.query('select from case_changes')).rowCount).toBeGreaterThan(0)
    })
    const { rows } = await gateway.db.admin.query(`select id from crossborder_clients where status = 'PENDING' limit 1`)
    await gateway.db.admin.query(`insert into case_changes (kind, case_id, change) values ('client', $1, 'changed')`, [
      rows[0].id,
    ])
    await withChanges(watcher, 0, rows[0].id, 'changed')
    expect(JSON.stringify(watcher.told)).not.toContain('refund')
    watcher.leave()
  })

  it('sends a heartbeat', async () => {
    const watcher = await watch()
    await expect.poll(watcher.text).toContain(': all is well')
    watcher.leave()
  })

  it('reports a lost connection, connects again, and has everything read again', async () => {
    const watcher = await watch()
    await watcher.until('reload')
    const before = watcher.told.length
    const { rowCount } = await gateway.db.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'eclusa-desk-live' and datname = current_database()`,
    )
    expect(rowCount).toBe(1)
    await watcher.until('lost', before)
    await watcher.until('reload', before)
    expect(watcher.told.slice(before).map(({ event }) => event)).toEqual(['lost', 'reload'])
    watcher.leave()
  })

  it('reports too many changes as one message, and unknown messages on the channel too', async () => {
    const watcher = await watch()
    await watcher.until('reload')
    let before = watcher.told.length
    await gateway.db.admin.query(
      `insert into case_changes (kind, case_id, change) select 'refund', gen_random_uuid(), 'changed' from generate_series(1, 5000)`,
    )
    await watcher.until('reload', before)
    expect(watcher.told.slice(before).every(({ event }) => event === 'reload')).toBe(true)
    await expect.poll(noted).toBe(0)
    for (const payload of ['', '{', '{"kind":1}', '[{"kind":"client"}]']) {
      before = watcher.told.length
      await gateway.db.admin.query('select pg_notify($1, $2)', ['case_changes', payload])
      await watcher.until('reload', before)
    }
    watcher.leave()
  })

  it('200 changes come in more than one message, each once', async () => {
    const watcher = await watch()
    await watcher.until('reload')
    await gateway.db.admin.query(
      `insert into case_changes (kind, case_id, user_id, change) select 'refund', md5(n::text)::uuid, md5(n::text)::uuid, 'changed'
       from generate_series(1, 150) n cross join generate_series(1, 3)`,
    )
    const ids = () => watcher.told.flatMap(({ data }) => data.changes ?? []).map(({ id }) => id)
    await expect.poll(() => new Set(ids()).size).toBe(150)
    expect(ids()).toHaveLength(150)
    watcher.leave()
  })

  it('429: a person has eight streams, and a process as many as configured', async () => {
    const eva = desk.person('eva', 'viewer')
    const own = await Promise.all(Array.from({ length: 8 }, () => watch(eva)))
    expect(own.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const refused = await fetch(`${base}/v1/cases/live`, { headers: { authorization: `Bearer ${eva.id}` } })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ code: 'STREAMS_FULL' })
    const others = await Promise.all(Array.from({ length: 21 }, (_, n) => watch(desk.person(`n${n}`, 'viewer'))))
    expect(others.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9)
    for (const watcher of [...own, ...others]) watcher.leave()
    // A closed stream makes room.
    const comesIn = async () => {
      const watcher = await watch(eva)
      watcher.leave()
      return watcher.status
    }
    await expect.poll(comesIn).toBe(200)
  })

  it('a slow reader is disconnected', async () => {
    const { port, hostname } = new URL(base)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /v1/cases/live HTTP/1.1\r\nhost: desk\r\nauthorization: Bearer ${desk.person('ivo', 'viewer').id}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('readable', resolve))
    socket.pause()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const many = JSON.stringify(
      Array.from({ length: 50 }, () => ({
        kind: 'refund',
        id: crypto.randomUUID(),
        user_id: crypto.randomUUID(),
        change: 'changed',
      })),
    )
    const say = async () => {
      for (let times = 0; times < 1_500; times += 1)
        await gateway.db.admin.query('select pg_notify($1, $2)', ['case_changes', many])
    }
    await say()
    socket.resume()
    await closed
  })

  it('reports a new or ended proposal to everyone, and nothing else to those without access to cases', async () => {
    const roles = ['operator', 'auditor', 'approver', 'viewer'] as const
    const watchers = await Promise.all(roles.map((role) => watch(desk.person(`live-${role}`, role))))
    await Promise.all(watchers.map((watcher) => watcher.until('reload')))
    const user = await gateway.user()
    const body = { ...shown('createClient'), document: 'WATCHED-2' }
    const made = await gateway.ask({ method: 'POST', url: '/v1/crossborder/clients', as: user, body })
    const url = `/v1/clients/${String(made.body['id'])}/verdict`
    const verdict = { user_id: user.user_id, status: 'ACTIVE', seen: 1, reason: 'looked at' }
    const { body: proposal } = await desk.ask({ method: 'POST', url, as: ana, body: verdict })
    const id = String(proposal['id'])
    await Promise.all(watchers.map((watcher) => withChanges(watcher, 0, id, 'proposed')))
    const before = watchers.map(({ told }) => told.length)
    const withdrawn = { method: 'POST', url: `/v1/proposals/${id}/withdraw`, as: ana, body: { reason: 'so' } } as const
    expect((await desk.ask(withdrawn)).status).toBe(200)
    await Promise.all(watchers.map((watcher, at) => withChanges(watcher, before[at]!, id, 'proposed')))
    const kinds = watchers.map(
      ({ told }) => new Set(told.flatMap(({ data }) => data.changes ?? []).map((one) => one.kind)),
    )
    const [operator, auditor, ...lookers] = kinds
    expect([operator, auditor]).toEqual([new Set(['proposal']), new Set(['proposal'])])
    // And about every other change of the queue meanwhile.
    for (const seen of lookers) expect([...seen]).toEqual(expect.arrayContaining(['client', 'proposal']))
    for (const watcher of watchers) watcher.leave()
  })
})

const noted = async () => (await gateway.db.admin.query('select count(*)::int as n from case_changes')).rows[0].n

describe('a session that watches', () => {
  const logIn = async (person: string) => {
    const app = await createStaffBackoffice(desk)
    const browser = new Browser(SAMPLE_DESK_URL, app)
    await browser.logIn(person)
    const cookie = [...browser.jar()].map(([name, value]) => `${name}=${value}`).join('; ')
    return { cookie }
  }
  const session = async (person: string) =>
    (await gateway.db.admin.query('select * from backoffice_sessions where person_id = $1', [person])).rows[0]
  const stale = `update backoffice_sessions set seen_at = seen_at - interval '14 minutes'`

  it('is not used by it, is validated all the same, and ends it when it expires', async () => {
    const watcher = await watchQueue(base, await logIn('paulo'))
    await watcher.until('reload')
    await gateway.db.admin.query(stale)
    const { seen_at, looked_at } = await session('paulo')
    await expect.poll(async () => (await session('paulo')).looked_at).not.toEqual(looked_at)
    expect((await session('paulo')).seen_at).toEqual(seen_at)
    await gateway.db.admin.query(stale)
    expect(await watcher.until('ended')).toMatchObject({ data: { code: 'LOGIN_NEEDED' } })
    await watcher.ended
  })

  it('ends it when the session is ended', async () => {
    const watcher = await watchQueue(base, await logIn('ana'))
    await watcher.until('reload')
    const url = `/v1/sessions/${(await session('ana')).id}`
    await desk.ask({ method: 'DELETE', url, as: desk.person('carla', 'operator') })
    await watcher.until('ended')
    await watcher.ended
  })

  it('reports only what the current roles allow, and ends without any role', async () => {
    const vera = issuer.people.find(({ id }) => id === 'vera')!
    const watcher = await watchQueue(base, await logIn('vera'))
    await watcher.until('reload')
    const before = vera.roles
    vera.roles = ['auditor']
    const { looked_at } = await session('vera')
    await expect.poll(async () => (await session('vera')).looked_at).not.toEqual(looked_at)
    await watcher.until('reload')
    const said = `insert into case_changes (kind, case_id, change) values ($1, gen_random_uuid(), 'proposed')`
    for (const kind of ['client', 'proposal']) await gateway.db.admin.query(said, [kind])
    await watcher.until('changes')
    expect(watcher.told.flatMap(({ data }) => data.changes ?? []).map(({ kind }) => kind)).toEqual(['proposal'])
    vera.roles = []
    expect(await watcher.until('ended')).toMatchObject({ data: { code: 'PERSON_WITHOUT_ROLE' } })
    await watcher.ended
    vera.roles = before
  })
})

describe('recorded changes', () => {
  it('are taken once by two processes, and deleted when no process takes them', async () => {
    const add = `insert into case_changes (kind, case_id, change, at) select 'refund', gen_random_uuid(), 'changed', now()`
    await gateway.db.admin.query(`${add} from generate_series(1, 3000)`)
    const { pool } = desk.services
    await Promise.all([tellChanges(pool), tellChanges(pool), tellChanges(pool)])
    await tellChanges(pool)
    expect(await noted()).toBe(0)
    await gateway.db.admin.query(`${add} - interval '2 minutes'; ${add}`)
    await forgetChanges(gateway.db.admin)
    expect(await noted()).toBe(1)
  })
})

it('a process that shuts down ends all streams at once, and accepts no new ones', async () => {
  const leaving = await createTestBackoffice(gateway)
  const address = await leaving.app.listen({ port: 0 })
  const watcher = await watchQueue(address, { authorization: `Bearer ${leaving.person('ana', 'analyst').id}` })
  await watcher.until('reload')
  const began = performance.now()
  await leaving.close()
  expect(performance.now() - began).toBeLessThan(3_000)
  await watcher.ended
})
