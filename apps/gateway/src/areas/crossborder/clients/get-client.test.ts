import { randomUUID } from 'node:crypto'
import { clientsOf, createTestClients } from '@eclusa/testing/crossborder.ts'
import { describe, expect, it } from 'vitest'

const test = createTestClients()

describe('200', () => {
  it('omits address and birth data, which only the creating request receives', async () => {
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
  it('a client that does not exist and a client of another user', async () => {
    const theirs = await clientsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [randomUUID(), theirs])
      expect(await test.get(`/${id}`)).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
  })
})
