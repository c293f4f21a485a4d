import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterEach, expect, it } from 'vitest'
import { createKeyRing } from '../../platform/key-ring.ts'
import { makeApiKey } from './api-key.ts'

let gateway: TestGateway
afterEach(() => gateway.close())

const url = '/v1/crossborder/clients'
const madeUp = () => ({ 'x-api-key': makeApiKey('live', createKeyRing('a pepper that is not ours').newest).key })

it('a known caller is served, however many invented keys are being looked up', async () => {
  gateway = await createTestGateway({ DATABASE_POOL_SIZE: '2' })
  const user = await gateway.user()
  expect((await gateway.ask({ url, as: user })).status).toBe(200)
  const lock = await gateway.db.admin.connect()
  await lock.query('begin; lock table api_keys in access exclusive mode')
  const strangers = Array.from({ length: 30 }, () => gateway.ask({ url, headers: madeUp() }))
  try {
    // Long before the first of them times out.
    const served = await Promise.race([gateway.ask({ url, as: user }), strangers[0]!])
    expect(served.status).toBe(200)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  for (const { status } of await Promise.all(strangers)) expect([401, 503]).toContain(status)
})

it('a network that failed too often gets 429, but a known caller there does not', async () => {
  gateway = await createTestGateway({ STRANGER_LIMIT_PER_MINUTE: '3' })
  const [known, late] = [await gateway.user(), await gateway.user()]
  const { key } = await gateway.apiKey(known)
  for (const headers of [{ authorization: `Bearer ${known.token}` }, { 'x-api-key': key }])
    expect((await gateway.ask({ url, headers })).status).toBe(200)
  for (const _ of [1, 2, 3]) expect((await gateway.ask({ url, headers: madeUp() })).status).toBe(401)
  const refused = await gateway.ask({ url, as: late })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  for (const headers of [{ authorization: `Bearer ${known.token}` }, { 'x-api-key': key }])
    expect((await gateway.ask({ url, headers })).status).toBe(200)
})

it('requests for pages and unknown addresses are counted by network too', async () => {
  gateway = await createTestGateway()
  const knock = async (remoteAddress: string, path = '/nowhere') =>
    (await gateway.app.inject({ url: path, remoteAddress })).statusCode
  for (let n = 0; n < 600; n += 1) expect(await knock('203.0.113.1')).toBe(404)
  for (const path of ['/nowhere', '/openapi.json', '/docs/errors/REPLAY'])
    expect(await knock('203.0.113.1', path)).toBe(429)
  expect(await knock('203.0.113.2', '/docs/errors/REPLAY')).toBe(200)
  const user = await gateway.user()
  expect((await gateway.ask({ url, as: user, headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(200)
})
