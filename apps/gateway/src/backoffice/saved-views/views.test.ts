import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../auth/person.ts'
import { VIEWS_MAX, type View } from './view.ts'

let gateway: TestGateway
let desk: TestDesk
let ana: Person
let rui: Person
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  ana = desk.person('ana', 'analyst')
  rui = desk.person('rui', 'viewer')
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const create = (body: object, as = ana) => desk.ask({ method: 'POST', url: '/v1/views', as, body })
const change = (id: string, body: object, as = ana) => desk.ask({ method: 'PATCH', url: `/v1/views/${id}`, as, body })
const remove = (id: string, as = ana) => desk.ask({ method: 'DELETE', url: `/v1/views/${id}`, as })
const list = async (as = ana) => (await desk.ask({ url: '/v1/views', as })).body['data'] as View[]
const lastEntry = async () =>
  (await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')).rows[0]

describe('views', () => {
  it('are personal, sorted by name, and each change is in the journal without the name in plain text', async () => {
    const made = await create({ name: ' Overdue ', filters: { due: 'overdue', hands: 'nobody' } })
    expect(made).toMatchObject({ status: 201, body: { name: 'Overdue', filters: { due: 'overdue', hands: 'nobody' } } })
    const id = String(made.body['id'])
    const entry = await lastEntry()
    expect(entry).toMatchObject({ operation: 'createView', subject_type: 'view', subject_id: id })
    expect(JSON.stringify(entry.changes)).not.toContain('Overdue')
    expect(await list(rui)).toEqual([])
    expect(await change(id, { name: 'x', filters: {} }, rui)).toMatchObject({
      status: 404,
      body: { code: 'VIEW_NOT_FOUND' },
    })
    expect(await remove(id, rui)).toMatchObject({ status: 404 })
    expect(await change(id, { name: 'Accounts', filters: { kind: 'account' } })).toMatchObject({ status: 200 })
    expect(await list()).toEqual([expect.objectContaining({ id, name: 'Accounts', filters: { kind: 'account' } })])
    // The list accepts the saved filters.
    const query = new URLSearchParams(
      Object.entries((await list())[0]!.filters).map(([name, value]) => [name, String(value)]),
    )
    expect((await desk.ask({ url: `/v1/cases?${query}`, as: ana })).status).toBe(200)
    expect(await remove(id)).toMatchObject({ status: 200 })
    expect(await remove(id)).toMatchObject({ status: 404 })
    expect(await list()).toEqual([])
  })

  it('400: accepts only filters of the list, without searches and dates', async () => {
    for (const filters of [
      { document: '52998224725' },
      { search: 'Maria' },
      { due_before: '2026-11-15T00:00:00Z' },
      { page_size: 5 },
      { kind: 'nothing' },
    ])
      expect(await create({ name: 'one', filters }), JSON.stringify(filters)).toMatchObject({ status: 400 })
    for (const name of ['', ' ', 'a'.repeat(61), 'a\nb'])
      expect(await create({ name, filters: {} })).toMatchObject({ status: 400 })
    expect(await list()).toEqual([])
  })

  it('409: no two with the same name, in any spelling; 422: thirty, also concurrently', async () => {
    expect(await create({ name: 'Mine', filters: {} }, rui)).toMatchObject({ status: 201 })
    expect(await create({ name: 'MINE', filters: {} }, rui)).toMatchObject({
      status: 409,
      body: { code: 'VIEW_NAME_TAKEN' },
    })
    const more = Array.from({ length: VIEWS_MAX + 3 }, (_, n) => create({ name: `view ${n}`, filters: {} }, rui))
    const answers = await Promise.all(more)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(VIEWS_MAX - 1)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 422, body: { code: 'VIEWS_FULL' } })
    const own = await list(rui)
    expect(own).toHaveLength(VIEWS_MAX)
    expect(await change(own[0]!.id, { name: own[1]!.name, filters: {} }, rui)).toMatchObject({ status: 409 })
    expect(await change(own[0]!.id, { name: own[0]!.name.toUpperCase(), filters: {} }, rui)).toMatchObject({
      status: 200,
    })
  })
})
