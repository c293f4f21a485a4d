import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../src/backoffice/auth/person.ts'
import { deskRoutes } from '../src/backoffice.ts'
import { caseKinds } from '../src/case-types.ts'

let gateway: TestGateway
let desk: TestDesk
let user: TestUser
let ana: Person
let ugo: Person
beforeAll(async () => {
  gateway = await createTestGateway()
  await fillCases(gateway.db.admin, 2)
  desk = await createTestBackoffice(gateway)
  user = await gateway.user()
  ana = desk.person('ana', 'analyst')
  ugo = desk.person('ugo', 'analyst')
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

interface TestBackofficeAssignedCase {
  kind: string
  id: string
  user_id?: string
  under_id?: string
}
const entries = async () =>
  (await gateway.db.admin.query('select operation, actor_id, changes from audit_log order by sequence')).rows
const assign = ({ kind, id, user_id }: TestBackofficeAssignedCase, as: Person, more: object = {}) =>
  desk.ask({ method: 'POST', url: `/v1/cases/${kind}/${id}/assign`, as, body: { user_id, to: 'me', ...more } })
const byUgo = { status: 409, body: { code: 'CASE_TAKEN', assigned_to: 'sub-ugo', assigned_name: 'ugo' } }

/** The operation that decides a kind of case, called by the analyst on a case of it. */
function decide({ kind, id, user_id, under_id }: TestBackofficeAssignedCase, more: object = {}, as = ana) {
  const { path, decides, example, body } = deskRoutes.find((route) => route.decides?.kind === kind)!
  const url = path.replace(`:${decides!.id}`, id).replace(':id', under_id ?? '')
  const named = 'user_id' in (body as unknown as { properties: object }).properties ? { user_id } : {}
  return desk.ask({ method: 'POST', url, as, body: { ...(example as object), ...named, seen: 1, ...more } })
}

describe('every kind of case that is decided at the desk', () => {
  it('is decided by one operation, which can name the colleague who has the case', () => {
    const decided = deskRoutes.flatMap(({ decides }) => decides?.kind ?? [])
    expect(decided.toSorted()).toEqual(
      caseKinds
        .filter(({ decidable }) => decidable)
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const { name, decides, body } of deskRoutes.filter((route) => route.decides)) {
      expect((body as unknown as { properties: object }).properties, name).toHaveProperty('taken_from')
      expect(decides!.id, name).toMatch(/^(step_)?id$/)
    }
  })

  it.each(caseKinds.filter(({ decidable }) => decidable).map(({ name }) => name))(
    '409: a colleague’s %s is decided only by a caller who names that colleague',
    async (kind) => {
      const { body } = await desk.ask({ url: `/v1/cases?kind=${kind}`, as: ana })
      const [one] = body['data'] as [TestBackofficeAssignedCase]
      expect(await assign(one, ugo)).toMatchObject({ status: 200 })
      const before = await entries()
      expect(await decide(one)).toMatchObject(byUgo)
      expect(await decide(one, { taken_from: 'sub-rui' })).toMatchObject(byUgo)
      expect(await decide(one, { taken_from: 'sub-ana' })).toMatchObject(byUgo)
      expect(await entries()).toEqual(before)
      // Past this check, with an outdated version: the version is rejected then.
      expect(await decide(one, { taken_from: 'sub-ugo', seen: 7 })).not.toMatchObject({ body: { code: 'CASE_TAKEN' } })
    },
  )
})

describe('a client', () => {
  const pending = async (): Promise<TestBackofficeAssignedCase> => {
    const { id } = await pendingClient(gateway, user, { document: randomUUID() })
    return { kind: 'client', id, user_id: user.user_id }
  }

  it('of a colleague is decided by a caller who names them, and the journal records it', async () => {
    const one = await pending()
    await assign(one, ugo)
    expect(await decide(one, { taken_from: 'sub-ugo' })).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })
    expect((await entries()).at(-1)).toMatchObject({
      operation: 'judgeClient',
      actor_id: 'sub-ana',
      changes: { taken_from: 'sub-ugo' },
    })
  })

  it('that is unassigned, or one’s own, is decided without naming a person', async () => {
    const [free, own] = [await pending(), await pending()]
    await assign(own, ana)
    for (const one of [free, own]) expect(await decide(one)).toMatchObject({ status: 200 })
    expect((await entries()).at(-1)!.changes).not.toHaveProperty('taken_from')
  })

  it('taken and decided at once: one of the two is rejected, and the journal has one of them', async () => {
    for (let round = 0; round < 20; round++) {
      const one = await pending()
      const before = (await entries()).length
      const [taken, decided] = await Promise.all([assign(one, ugo), decide(one)])
      const outcome = `${taken.status} ${decided.status}`
      expect(['200 409', '404 200']).toContain(outcome)
      if (decided.status === 409) expect(decided).toMatchObject(byUgo)
      expect((await entries()).length - before).toBe(1)
    }
  })

  it('is approved by a second person although it is assigned to the first', async () => {
    const two = await createTestBackoffice(gateway, { DESK_SECOND_EYES: 'client_verdict' })
    const [eva, rui] = [two.person('eva', 'analyst'), two.person('rui', 'approver')]
    const one = await pending()
    const ask = (url: string, as: Person, body: object) => two.ask({ method: 'POST', url, as, body })
    const place = `/v1/cases/client/${one.id}/assign`
    expect(await ask(place, eva, { user_id: one.user_id, to: 'me' })).toMatchObject({ status: 200 })
    const verdict = { user_id: one.user_id, status: 'ACTIVE', seen: 1, reason: 'Conferido' }
    const proposed = await ask(`/v1/clients/${one.id}/verdict`, eva, verdict)
    expect(proposed.status).toBe(202)
    const reason = { reason: 'De acordo' }
    expect(await ask(`/v1/proposals/${proposed.body['id']}/approve`, rui, reason)).toMatchObject({ status: 200 })
    await two.close()
  })
})
