import { randomUUID } from 'node:crypto'
import { createTestAccounts } from '@eclusa/testing/crossborder.ts'
import { describe, expect, it } from 'vitest'

const test = createTestAccounts()

const get = (id: string) => test.gateway.ask({ url: `${test.url}/${id}`, as: test.user })

describe('200', () => {
  it('returns the record and its ETag', async () => {
    const { body } = await test.create({ nickname: 'got' })
    expect(await get(String(body['id']))).toMatchObject({ status: 200, headers: { etag: '"1"' }, body })
  })
})

describe('404', () => {
  it('any other', async () => {
    await test.create()
    const { account_id } = await test.gateway.account(test.user)
    for (const id of [randomUUID(), account_id])
      expect(await get(id)).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_ACCOUNT_NOT_FOUND' } })
  })
})
