import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const settings = { STRANGER_LIMIT_PER_MINUTE: '2', TRUSTED_PROXIES: '10.1.0.0/16, 10.2.0.7/32' }
let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway(settings)
})
afterAll(() => gateway.close())

/** The status of a request without a credential: 401, or 429 when its address has sent too many. */
async function knock(remoteAddress: string, forwarded?: string): Promise<number> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await gateway.app.inject({ url: '/v1/crossborder/clients', remoteAddress, headers })).statusCode
}

it('is the one a trusted proxy names', async () => {
  for (const _ of [1, 2]) expect(await knock('10.1.9.9', '203.0.113.1')).toBe(401)
  expect(await knock('10.1.9.9', '203.0.113.1')).toBe(429)
  expect(await knock('10.1.9.9', '203.0.113.2')).toBe(401)
})

it('is not what an untrusted caller claims, nor what a caller sent before the proxy added the real one', async () => {
  for (const forged of ['1.1.1.1', '1.1.1.2']) expect(await knock('198.51.100.7', forged)).toBe(401)
  expect(await knock('198.51.100.7', '1.1.1.3')).toBe(429)
  for (const forged of ['1.1.1.1', '1.1.1.2']) expect(await knock('10.2.0.7', `${forged}, 203.0.113.9`)).toBe(401)
  expect(await knock('10.2.0.7', '1.1.1.3, 203.0.113.9')).toBe(429)
})
