import { randomUUID } from 'node:crypto'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { describe, expect, it } from 'vitest'

const test = openForFile()
const decode = (version: 'v1' | 'v2') =>
  test.gateway.ask({
    method: 'POST',
    url: `/${version}/banking/billet-payments/decode`,
    as: test.user,
    body: shown('decodeBilletV1'),
  })
const get = (id: unknown) =>
  test.gateway.ask({ url: `/v2/banking/billet-payments/decodes/${String(id)}`, as: test.user })

describe('200', () => {
  it.each(['v1', 'v2'] as const)(
    'returns what %s returned, word for word, at the address to which a repeat points',
    async (version) => {
      const first = await decode(version)
      expect(first.status).toBe(201)
      expect(await get(first.body['id'])).toMatchObject({ status: 200, body: first.body })
      const repeat = await decode(version)
      expect(repeat).toMatchObject({ status: 409, body: { code: 'REPLAY', resource_id: first.body['id'] } })
      expect((await get(repeat.body['resource_id'])).body).toEqual(first.body)
    },
  )
})

describe('404', () => {
  it('an id that does not exist', async () => {
    expect(await get(randomUUID())).toMatchObject({ status: 404, body: { code: 'BILLET_DECODE_NOT_FOUND' } })
  })
})
