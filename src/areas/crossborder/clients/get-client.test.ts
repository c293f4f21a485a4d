import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientsOf, type TestClients } from '../../../../test/support/crossborder.ts'
import { openTestGateway, type TestGateway } from '../../../../test/support/gateway.ts'

let gateway: TestGateway
let clients: TestClients

beforeAll(async () => {
  gateway = await openTestGateway()
  clients = clientsOf(gateway, await gateway.user())
})
afterAll(() => gateway.close())

describe('200', () => {
  it('hides address and birth data, which were told to whoever sent them', async () => {
    const id = await clients.made()
    const { status, body, headers } = await clients.get(`/${id}`)
    expect(status).toBe(200)
    expect(headers['etag']).toBe('"1"')
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'country',
        'created_at',
        'document',
        'document_type',
        'email',
        'id',
        'name',
        'pep',
        'risk',
        'status',
        'type',
        'updated_at',
      ].toSorted(),
    )
  })
})

describe('404', () => {
  it("what is not there and what is another user's", async () => {
    const theirs = await clientsOf(gateway, await gateway.user()).made()
    for (const id of [randomUUID(), theirs])
      expect(await clients.get(`/${id}`)).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
  })
})
