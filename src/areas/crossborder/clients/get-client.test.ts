import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clientsOf, openTestClients } from '../../../../test/support/crossborder.ts'

const test = openTestClients()

describe('200', () => {
  it('hides address and birth data, which were told to whoever sent them', async () => {
    const id = await test.made()
    const { status, body, headers } = await test.get(`/${id}`)
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
    const theirs = await clientsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [randomUUID(), theirs])
      expect(await test.get(`/${id}`)).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
  })
})
