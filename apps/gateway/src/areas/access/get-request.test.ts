import { randomUUID } from 'node:crypto'
import { loggedRequest } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let id: string

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  id = await loggedRequest(gateway, user)
})
afterAll(() => gateway.close())

const get = (request_id: string, as = user) => gateway.ask({ url: `/v1/requests/${request_id}`, as })

describe('200', () => {
  it('returns the entry of a request by its id, in upper or lower case, as the list shows it', async () => {
    const { body } = await gateway.ask({ url: '/v1/requests', as: user })
    for (const named of [id, id.toUpperCase()])
      expect(await get(named)).toMatchObject({ status: 200, body: (body['data'] as object[])[0] as object })
  })
})

describe('a request that failed', () => {
  it('shows the pointer and the code of each rejected field, and no value or field name that the caller invented', async () => {
    const body = { document: 12, 'Maria da Silva': 'x', beneficiary: { Canary: 1 } }
    const asked = await gateway.ask({ method: 'POST', url: '/v1/crossborder/clients', as: user, body })
    expect(asked.status).toBe(400)
    await gateway.services.requestLog?.flush()
    const shown = await get(String(asked.headers['x-request-id']))
    const errors = shown.body['errors'] as { pointer: string; code: string }[]
    expect(errors).toContainEqual({ pointer: '/body/…', code: 'NOT_ALLOWED' })
    expect(errors).toContainEqual({ pointer: '/body/document', code: 'IS_STRING' })
    for (const error of errors) expect(Object.keys(error).toSorted()).toEqual(['code', 'pointer'])
    expect(JSON.stringify(shown.body)).not.toMatch(/Maria|Canary/)
    expect((await get(id)).body).not.toHaveProperty('errors')
  })
})

describe('404', () => {
  it('returns the same for an id of no request, of another version, of another user and of another product', async () => {
    const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    const asked = [
      [other, user],
      [randomUUID(), user],
      [id, await gateway.user()],
      [id, await gateway.acting(user)],
    ] as const
    for (const [named, as] of asked)
      expect(await get(named, as)).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } })
  })

  it('for a request older than the retention period', async () => {
    const old = `00000000-0000-7${id.slice(15)}`
    expect(await get(old)).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } })
  })
})
