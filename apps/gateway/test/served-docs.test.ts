import { readdirSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chooseEncoding } from '../src/platform/http/static-asset.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

const get = (url: string, headers: Record<string, string> = {}) => gateway.app.inject({ url, headers })

/** The script URL in the reference page. */
async function scriptUrl(): Promise<string> {
  const [, src] = /<script src="(\/docs\/js\/[^"]+)">/.exec((await get('/docs/reference/')).body)!
  return src!
}

const changing = [
  '/openapi.json',
  '/openapi.json?lang=pt-BR',
  '/docs/collection.json',
  '/docs/',
  '/docs/reference/',
  '/docs/errors/REPLAY',
  '/docs/guides/webhooks',
]

describe.each([...changing, 'the script of the reference'])('%s', (named) => {
  const url = async () => (named.startsWith('/') ? named : scriptUrl())

  it('has the same content in every encoding', async () => {
    const plain = await get(await url())
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await get(await url(), { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    const gz = await get(await url(), { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).equals(plain.rawPayload)).toBe(true)
    for (const { headers } of [plain, br, gz]) {
      expect(headers).toMatchObject({ vary: plain.headers.vary, etag: plain.headers.etag })
      expect(headers.vary).toMatch(/^accept-encoding/)
      expect(headers['content-type']).toBe(plain.headers['content-type'])
      expect(headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    }
  })

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await get(await url())).headers
    for (const known of [`${etag}`, `"other", ${etag}`, '*', `${etag}`.slice(2)]) {
      const answer = await get(await url(), { 'if-none-match': known, 'accept-encoding': 'br' })
      expect(answer.statusCode, known).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers['etag']).toBe(etag)
      expect(answer.headers['vary']).toMatch(/^accept-encoding/)
      expect(answer.headers['cache-control']).toMatch(/^public, max-age=/)
    }
    expect((await get(await url(), { 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  })
})

it.each([
  ['', {}, 'en-US'],
  ['', { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }, 'pt-BR'],
  ['', { 'accept-language': 'de, en;q=0.5, pt;q=0.7' }, 'pt-BR'],
  ['?lang=en-US', { 'accept-language': 'pt-BR' }, 'en-US'],
  ['?lang=pt-BR', {}, 'pt-BR'],
  ['?lang=de', {}, 'en-US'],
])('has the requested language: /openapi.json%s %j', async (query, headers, language) => {
  const answer = await get(`/openapi.json${query}`, headers)
  expect(answer.headers).toMatchObject({ 'content-language': language, vary: 'accept-encoding, accept-language' })
  expect(answer.body.includes('Criar um cliente')).toBe(language === 'pt-BR')
  expect(answer.body.includes('"Create a client"')).toBe(language === 'en-US')
})

it('may be cached until a release, and the script forever under the name of its content', async () => {
  for (const url of changing) {
    expect((await get(url)).headers['cache-control'], url).toBe('public, max-age=300, must-revalidate')
  }
  expect((await get(await scriptUrl())).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const another = await get('/docs/js/0123456789abcdef.js')
  expect(another.statusCode).toBe(200)
  expect(another.headers['cache-control']).toBe('no-cache')
  expect((await get('/docs/js/scalar.js')).statusCode).toBe(404)
})

it('leaves responses with data or an error uncached', async () => {
  const user = await gateway.user()
  const answers = [
    await gateway.ask({ url: '/v1/crossborder/clients', as: user }),
    await gateway.ask({ url: '/v1/crossborder/clients' }),
    await gateway.ask({ url: '/docs/errors/NO_SUCH_PAGE' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404])
  for (const { headers } of answers) expect(headers).toMatchObject({ 'cache-control': 'no-store' })
})

it('is generated once for forty concurrent requests', async () => {
  const fresh = await createTestGateway()
  const swagger = vi.spyOn(fresh.app, 'swagger')
  const answers = await Promise.all(Array.from({ length: 40 }, () => fresh.app.inject('/openapi.json')))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(swagger).toHaveBeenCalledOnce()
  await fresh.close()
})

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip; q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['br;q=nonsense', undefined],
  ['constructor', undefined],
])('returns %j for %j', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

describe.each(['en-US', 'pt-BR'])('guides in %s', (language) => {
  const guides = readdirSync(new URL('../../../docs/guides/', import.meta.url)).filter((name) => name.endsWith('.md'))

  it.each(guides.filter((name) => name !== 'README.md'))('%s links to served pages', async (name) => {
    const address = `http://gateway.test/docs/guides/${name.slice(0, -3)}?lang=${language}`
    const body = await read(address)
    const named = [...body.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target]) => new URL(target!, address))
    for (const target of new Set(named.filter(({ host }) => host === 'gateway.test').map(({ href }) => href))) {
      const { hash } = new URL(target)
      const page = await read(target)
      if (hash) expect(page, target).toContain(` id="${decodeURIComponent(hash.slice(1))}"`)
    }
  })
})

const pages = new Map<string, string>()
async function read(address: string): Promise<string> {
  const { pathname, search } = new URL(address)
  const known = pages.get(pathname + search)
  if (known !== undefined) return known
  const answer = await get(pathname + search)
  expect([200, 301], address).toContain(answer.statusCode)
  pages.set(pathname + search, answer.body)
  return answer.body
}
