import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const list = async (as: TestUser, query = '') => {
  const { status, body } = await gateway.ask({ url: `/v1/keys?${query}`, as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body['data'] as Record<string, string>[]
}

describe('200', () => {
  it('shows each key with its last use and its expiry, and nothing that could be used as a credential', async () => {
    const revoked = await gateway.apiKey(user)
    await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [revoked.key_id])
    const used = await gateway.apiKey(user)
    await gateway.ask({ url: '/v1/events', headers: { 'x-api-key': used.key } })
    const unused = await gateway.apiKey(user)
    const keys = await list(user)
    const members = ['id', 'name', 'prefix', 'created_at']
    expect(keys.map((key) => [key['id'], Object.keys(key).toSorted()])).toEqual([
      [unused.key_id, members.toSorted()],
      [used.key_id, [...members, 'last_used_at'].toSorted()],
      [revoked.key_id, [...members, 'revoked_at'].toSorted()],
    ])
    for (const { key, key_id } of [revoked, used, unused]) {
      const { prefix } = keys.find(({ id }) => id === key_id)!
      expect(key.startsWith(prefix!)).toBe(true)
      expect(prefix).toHaveLength('ecl_live_'.length + 16)
      expect(JSON.stringify(keys)).not.toContain(key.slice(prefix!.length, prefix!.length + 8))
    }
  })

  it('omits the prefix of a key when the prefix was not stored', async () => {
    const before = await gateway.user()
    const { key_id } = await gateway.apiKey(before)
    await gateway.db.admin.query('update api_keys set prefix = null where id = $1', [key_id])
    expect((await list(before)).map(({ id, prefix }) => [id, prefix])).toEqual([[key_id, undefined]])
  })

  it('page by page, newest first', async () => {
    const many = await gateway.user()
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const { key_id } = await gateway.apiKey(many)
      await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [key_id])
      made.unshift(key_id)
    }
    const seen: string[] = []
    for (let state = ''; ; ) {
      const { body } = await gateway.ask({ url: `/v1/keys?page_size=2${state}`, as: many })
      seen.push(...(body['data'] as { id: string }[]).map(({ id }) => id))
      if (!body['has_next_page']) break
      state = `&page_state=${String(body['page_state'])}`
    }
    expect(seen).toEqual(made)
  })

  it("shows only the user's own keys: not to other users, and not to a product that acts for the user", async () => {
    await gateway.apiKey(await gateway.user())
    expect(await list(await gateway.user())).toEqual([])
    expect(await list(await gateway.acting(user))).toEqual([])
  })
})
