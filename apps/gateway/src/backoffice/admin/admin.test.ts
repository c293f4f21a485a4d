import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let desk: TestDesk
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const carla = () => desk.person('carla', 'operator')
const get = (url: string) => desk.ask({ url, as: carla() })
const post = (url: string, body: object = {}) =>
  desk.ask({ method: 'POST', url, as: carla(), body: { reason: 'asked for', ...body } })
const newest = async () =>
  (await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')).rows[0]
const RANDOM = randomUUID()
const CLIENTS = '/v1/crossborder/clients/00000000-0000-4000-8000-000000000000/accounts'

async function made(url: string, body: object): Promise<Record<string, string>> {
  const { status, body: record } = await post(url, body)
  expect(status, JSON.stringify(record)).toBe(201)
  return record as Record<string, string>
}

describe('users', () => {
  it('are created, found, listed and recorded in the journal, their names encrypted', async () => {
    const { id } = await made('/v1/users', { name: 'Aurora' })
    expect(await newest()).toMatchObject({
      operation: 'createUser',
      actor_id: 'sub-carla',
      reason: 'asked for',
      subject_id: id,
      changes: { status: [null, 'ACTIVE'] },
      records: [{ table: 'users', key: id, digest: expect.any(String) }],
    })
    expect(JSON.stringify((await newest()).changes)).not.toContain('Aurora')
    expect((await get(`/v1/users/${id}`)).body).toMatchObject({ id, name: 'Aurora', status: 'ACTIVE' })
    const { data } = (await get('/v1/users?page_size=1&status=ACTIVE')).body as { data: object[] }
    expect(data).toMatchObject([{ id }])
  })

  it('are not created twice under one id, and a rejected request leaves no entry', async () => {
    const { id } = await made('/v1/users', { name: 'Aurora', id: randomUUID() })
    const { sequence } = await newest()
    expect(await post('/v1/users', { name: 'B', id })).toMatchObject({
      status: 409,
      body: { code: 'KEPT_RECORD_EXISTS' },
    })
    expect(await get(`/v1/users/${RANDOM}`)).toMatchObject({ status: 404, body: { code: 'KEPT_RECORD_NOT_FOUND' } })
    for (const what of ['activate', 'deactivate']) expect((await post(`/v1/users/${RANDOM}/${what}`)).status).toBe(404)
    expect((await newest()).sequence).toBe(sequence)
  })

  it('need a readable reason', async () => {
    for (const reason of ['', '   ', 'a\nb', undefined])
      expect((await post('/v1/users', { name: 'Aurora', reason })).status).toBe(400)
  })

  it('are rejected at the next request once they are deactivated, and accepted once they are active again', async () => {
    const user = await gateway.user()
    const call = async () => (await gateway.ask({ url: CLIENTS, as: user })).body['code']
    expect(await call()).toBe('CROSSBORDER_CLIENT_NOT_FOUND')
    expect((await post(`/v1/users/${user.user_id}/deactivate`)).body).toMatchObject({ status: 'INACTIVE' })
    expect((await newest()).changes).toEqual({ status: ['ACTIVE', 'INACTIVE'] })
    expect(await call()).toBe('CREDENTIALS_REFUSED')
    expect((await post(`/v1/users/${user.user_id}/activate`)).body).toMatchObject({ status: 'ACTIVE' })
    expect(await call()).toBe('CROSSBORDER_CLIENT_NOT_FOUND')
  })
})

describe('products', () => {
  it('are created with their owner, and serve a target from when it is added to when it is removed', async () => {
    const [owner, target] = [await gateway.user(), await gateway.user()]
    const { id } = await made('/v1/products', { name: 'Remessas', owner_id: owner.user_id })
    const headers = { 'x-product-uuid': id!, 'x-product-target-user-uuid': target.user_id }
    const call = async () => (await gateway.ask({ url: CLIENTS, as: owner, headers })).body['code']
    expect(await call()).toBe('PRODUCT_FORBIDDEN')
    expect((await post(`/v1/products/${id}/users`, { user_id: target.user_id })).status).toBe(201)
    expect((await post(`/v1/products/${id}/users`, { user_id: target.user_id })).status).toBe(409)
    expect((await post(`/v1/products/${id}/users`, { user_id: RANDOM })).status).toBe(404)
    expect(await call()).toBe('CROSSBORDER_CLIENT_NOT_FOUND')
    const members = async () => (await get(`/v1/products/${id}/users`)).body['data']
    expect(await members()).toMatchObject([
      { id: target.user_id, role: 'TARGET' },
      { id: owner.user_id, role: 'OWNER' },
    ])
    expect((await get(`/v1/products/${id}`)).body).toMatchObject({ id, name: 'Remessas', status: 'ACTIVE' })
    const [joined, ...others] = (await get(`/v1/users/${target.user_id}/products`)).body['data'] as object[]
    expect(joined).toMatchObject({ id, name: 'Remessas', status: 'ACTIVE', role: 'TARGET', is_default: false })
    expect(others).toMatchObject([{ role: 'OWNER', is_default: true }])
    expect((await post(`/v1/products/${id}/users/${target.user_id}/remove`)).status).toBe(200)
    expect((await post(`/v1/products/${id}/users/${target.user_id}/remove`)).status).toBe(404)
    expect(await call()).toBe('PRODUCT_FORBIDDEN')
    expect(await members()).toHaveLength(1)
  })

  it('have an existing owner, one default each, and end', async () => {
    const { user_id } = await gateway.user()
    expect((await post('/v1/products', { name: 'P', owner_id: RANDOM })).status).toBe(404)
    expect((await post('/v1/products', { name: 'P', owner_id: user_id, is_default: true })).status).toBe(409)
    const { id } = await made('/v1/products', { name: 'P', owner_id: user_id })
    expect((await post(`/v1/products/${id}/deactivate`)).body).toMatchObject({ id, status: 'INACTIVE' })
    expect((await post(`/v1/products/${RANDOM}/deactivate`)).status).toBe(404)
    expect(await get(`/v1/products/${RANDOM}`)).toMatchObject({ status: 404, body: { code: 'KEPT_RECORD_NOT_FOUND' } })
    expect((await get(`/v1/users/${RANDOM}/products`)).body).toMatchObject({ data: [] })
    const { data } = (await get('/v1/products?status=INACTIVE')).body as { data: { id: string }[] }
    expect(data.map((product) => product.id)).toContain(id)
  })
})

describe('wallets', () => {
  it('are created, listed page by page and deactivated', async () => {
    const { user_id } = await gateway.user()
    const { id } = await made(`/v1/users/${user_id}/wallets`, { name: 'second' })
    expect((await post(`/v1/users/${user_id}/wallets`, { name: 'third', is_default: true })).status).toBe(201)
    expect((await post(`/v1/users/${user_id}/wallets`, { name: 'fourth', is_default: true })).status).toBe(409)
    expect((await post(`/v1/users/${RANDOM}/wallets`, { name: 'x' })).status).toBe(404)
    const first = (await get(`/v1/users/${user_id}/wallets?page_size=2`)).body
    const next = (await get(`/v1/users/${user_id}/wallets?page_size=2&page_state=${String(first['page_state'])}`)).body
    expect([first['data'], next['data']].flat()).toHaveLength(3)
    expect((await post(`/v1/users/${user_id}/wallets/${id}/deactivate`)).body).toMatchObject({ status: 'INACTIVE' })
    expect((await newest()).records).toMatchObject([{ table: 'wallets', key: `${user_id}|${id}` }])
    expect((await post(`/v1/users/${user_id}/wallets/${RANDOM}/deactivate`)).status).toBe(404)
  })
})

describe('API keys', () => {
  const works = async (key: string) =>
    (await gateway.ask({ url: CLIENTS, headers: { 'x-api-key': key } })).body['code'] !== 'CREDENTIALS_REFUSED'

  it('are returned once, work until they are revoked, and are two at most', async () => {
    const user = await gateway.user()
    const url = `/v1/users/${user.user_id}/keys`
    const { id, key } = await made(url, { name: 'K' })
    expect(await works(key!)).toBe(true)
    const { rows } = await gateway.db.admin.query('select to_jsonb(audit_log) as entry from audit_log')
    expect(JSON.stringify(rows)).not.toContain(key)
    const { key: second } = await made(`/v1/keys/${id}/rotate`, {})
    expect(await post(url, { name: 'third' })).toMatchObject({
      status: 422,
      body: { code: 'API_KEY_LIMIT_REACHED' },
    })
    expect((await post(`/v1/keys/${id}/revoke`)).status).toBe(200)
    expect((await post(`/v1/keys/${id}/revoke`)).status).toBe(404)
    expect((await post(`/v1/keys/${id}/rotate`)).status).toBe(404)
    expect([await works(key!), await works(second!)]).toEqual([false, true])
    const { data } = (await get(url)).body as { data: object[] }
    expect(data).toHaveLength(2)
    expect(JSON.stringify(data)).not.toContain(key)
  })
})
