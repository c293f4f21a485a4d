import { crc32 } from 'node:zlib'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let url: string
let key: string
let key_id: string

beforeAll(async () => {
  gateway = await createTestGateway({ API_KEY_SUNSET: '2027-06-30' })
  user = await gateway.user()
  url = (await gateway.account(user)).url
  ;({ key, key_id } = await gateway.apiKey(user))
})
afterAll(() => gateway.close())

let count = 0
function send(value: string | string[]) {
  count += 1
  return gateway.ask({ method: 'PATCH', url, headers: { 'x-api-key': value }, body: { nickname: `key ${count}` } })
}

const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

describe('an API key', () => {
  it('is accepted, and every response announces its end', async () => {
    for (const answer of [await send(key), await send('ecl_live_nonsense')]) {
      expect(answer.headers['deprecation']).toMatch(/^@\d+$/)
      expect(answer.headers['link']).toContain('rel="deprecation"')
      expect(answer.headers['sunset']).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
    }
  })

  it('records when it was last used, to the minute', async () => {
    await gateway.db.admin.query('update api_keys set last_used_at = null')
    await send(key)
    const used = async () =>
      (
        await gateway.db.admin.query<{ last_used_at: Date }>('select last_used_at from api_keys where id = $1', [
          key_id,
        ])
      ).rows[0]!.last_used_at
    const first = await used()
    expect(Date.now() - first.getTime()).toBeLessThan(5_000)
    await send(key)
    expect(await used()).toEqual(first)
  })

  it('is not marked as used by a caller who knows only its id', async () => {
    await gateway.db.admin.query('update api_keys set last_used_at = null')
    const body = `ecl_live_${key_id}${'0'.repeat(64)}`
    expect((await send(body + crc32(body).toString(16).padStart(8, '0'))).status).toBe(401)
    const { rows } = await gateway.db.admin.query('select last_used_at from api_keys where id = $1', [key_id])
    expect(rows).toEqual([{ last_used_at: null }])
  })

  it('is stored only as a hash with a pepper', async () => {
    const { rows } = await gateway.db.admin.query('select * from api_keys')
    expect(JSON.stringify(rows)).not.toContain(key.slice(25, 60))
  })

  const bad: [string, () => string | string[]][] = [
    ['with a wrong checksum', () => flip(key, key.length - 1)],
    ['with one character of the secret changed', () => flip(key, 40)],
    ['of an unknown id', () => flip(key, 12)],
    ['of the other environment', () => key.replace('ecl_live_', 'ecl_test_')],
    ['in capitals', () => key.toUpperCase()],
    ['cut short', () => key.slice(0, -1)],
    ['that is empty', () => ''],
    ['with something behind it', () => `${key}0`],
  ]
  it.each(bad)('%s is rejected', async (_, value) => {
    expect(await send(value())).toMatchObject({ status: 401, body: { code: 'CREDENTIALS_REFUSED' } })
  })

  it('sent twice is rejected', async () => {
    expect(await send([key, key])).toMatchObject({ status: 400, body: { code: 'CREDENTIALS_AMBIGUOUS' } })
  })

  it('can be replaced by a second one, but a third is refused, and stops working at the request after its revocation', async () => {
    const { key: second, key_id: second_id } = await gateway.apiKey(user)
    await expect(gateway.apiKey(user)).rejects.toThrow('revoke one first')
    expect((await send(key)).status).toBe(200)
    expect((await send(second)).status).toBe(200)
    await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [second_id])
    expect((await send(second)).status).toBe(401)
    expect((await send(key)).status).toBe(200)
  })
})
