import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from './auth/person.ts'

const REVEALS = 5
const SEARCHES = 3
const settings = { DESK_REVEALS_PER_HOUR: String(REVEALS), DESK_SEARCHES_PER_HOUR: String(SEARCHES) }

let gateway: TestGateway
let user: TestUser
let client_id: string
let desk: TestDesk
/** Another process with the same database. */
let other: TestDesk
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  ;({ id: client_id } = await pendingClient(gateway, user))
  desk = await createTestBackoffice(gateway, settings)
  other = await createTestBackoffice(gateway, settings)
})
afterAll(async () => {
  await desk.close()
  await other.close()
  await gateway.close()
})

const reveal = (name: string, at = desk) =>
  at.ask({
    method: 'POST',
    url: `/v1/clients/${client_id}/reveal`,
    as: at.person(name, 'analyst'),
    body: { user_id: user.user_id, reason: 'x' },
  })
const search = (as: Person, body: object = { id: randomUUID() }) =>
  desk.ask({ method: 'POST', url: '/v1/cases/search', as, body })
const entries = async (name: string, operation: string) =>
  (
    await gateway.db.admin.query('select * from audit_log where actor_id = $1 and operation = $2 order by sequence', [
      `sub-${name}`,
      operation,
    ])
  ).rows
const refused = { status: 429, body: { code: 'REVEALS_LIMITED' } }

describe('reveals and searches of a person', () => {
  it('stop at the hourly limit, over two processes and concurrently; each that was shown is in the audit log', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 * REVEALS }, (_, n) => reveal('ana', n % 2 === 0 ? desk : other)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(REVEALS)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ ...refused, body: { ...refused.body, limit: REVEALS } })
    expect(await entries('ana', 'revealClient')).toHaveLength(REVEALS)
    const wait = Number(answers.find(({ status }) => status === 429)!.headers['retry-after'])
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThanOrEqual(3_600)
  })

  it('are counted for each person and each kind, and again after an hour', async () => {
    expect((await reveal('rui')).status).toBe(200)
    const ana = desk.person('ana', 'analyst')
    for (let n = 0; n < SEARCHES; n += 1) expect((await search(ana)).status).toBe(200)
    expect(await search(ana)).toMatchObject(refused)
    await gateway.db.admin.query(`begin; set local session_replication_role = replica;
      update audit_log set at = at - interval '1 hour' where actor_id = 'sub-ana'; commit`)
    expect((await reveal('ana')).status).toBe(200)
    expect((await search(ana)).status).toBe(200)
  })

  it('at the limit are reported to the lead once an hour, in the audit log, the figures and a metric', async () => {
    for (let n = 0; n < SEARCHES + 4; n += 1) await search(desk.person('eva', 'viewer'))
    for (let n = 0; n < REVEALS + 4; n += 1) await reveal('eva')
    expect(await entries('eva', 'reachRevealLimit')).toMatchObject([
      { subject_type: 'reveal_limit', subject_id: 'search', actor_kind: 'person', changes: { limit: SEARCHES } },
      { subject_type: 'reveal_limit', subject_id: 'reveal', actor_kind: 'person', changes: { limit: REVEALS } },
    ])
    const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
    const figures = await desk.ask({ url: `/v1/figures?from=${day}&to=${day}`, as: desk.person('bruno', 'approver') })
    const reached = figures.body['limits_reached'] as { person_name: string; kind: string }[]
    expect(reached.filter(({ person_name }) => person_name === 'eva')).toMatchObject([
      { kind: 'reveal', person_id: 'sub-eva', limit: REVEALS },
      { kind: 'search', person_id: 'sub-eva', limit: SEARCHES },
    ])
    expect(desk.services.metrics.text()).toMatch(/eclusa_desk_reveals_total\{kind="reveal"\} \d/)
    expect(desk.services.metrics.text()).toMatch(/eclusa_desk_reveals_refused_total \d/)
  })

  it('with an empty result are not counted', async () => {
    const as = desk.person('lia', 'analyst')
    const url = `/v1/clients/${randomUUID()}/reveal`
    for (let n = 0; n < REVEALS + 2; n += 1)
      expect(await desk.ask({ method: 'POST', url, as, body: { user_id: user.user_id, reason: 'x' } })).toMatchObject({
        status: 404,
      })
  })
})

describe('search by document', () => {
  it('is for analysts and approvers only', async () => {
    for (const role of ['analyst', 'approver'] as const)
      expect((await search(desk.person(`by-${role}`, role), { document: '52998224725' })).status).toBe(200)
    expect(await search(desk.person('vera', 'viewer'), { document: '52998224725' })).toMatchObject({
      status: 403,
      body: { code: 'ROLE_MISSING' },
    })
    expect((await search(desk.person('vera', 'viewer'))).status).toBe(200)
  })
})
