import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedRequest } from '../../../test/support/examples.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'

let gateway: TestGateway
let user: TestUser
let id: string

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  id = await loggedRequest(gateway, user)
})
afterAll(() => gateway.close())

const get = (request_id: string, as = user) => gateway.ask({ url: `/v1/requests/${request_id}`, as })

describe('200', () => {
  it('reads one by the id of its answer, in whatever case, and it is what the list showed', async () => {
    const { body } = await gateway.ask({ url: '/v1/requests', as: user })
    for (const named of [id, id.toUpperCase()])
      expect(await get(named)).toMatchObject({ status: 200, body: (body['data'] as object[])[0] as object })
  })
})

describe('404', () => {
  it('the same for an id of no request, of another version, of another user and of another product', async () => {
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

  it('of one whose day is no longer kept', async () => {
    const old = `00000000-0000-7${id.slice(15)}`
    expect(await get(old)).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } })
  })
})
