import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { mountPages } from './mount-pages.ts'

const test = openForFile(async (gateway) => ({ desk: await createTestBackoffice(gateway) }))
afterAll(() => test.desk.close())

const page = { accept: 'text/html,*/*' }
const get = (url: string, headers: Record<string, string> = page) => test.desk.app.inject({ url, headers })
const NONCE = /'nonce-([\w-]{22})'/

describe('the pages of the desk', () => {
  it.each(['/', '/?kind=client', '/cases/client/1', '/no/such/page'])(
    '%s is the one page, without caching',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(answer.body).toContain('<div id="desk"></div>')
    },
  )

  it('allows scripts, images and requests only from here, the store and the issuer', async () => {
    const { headers, body } = await get('/')
    const policy = String(headers['content-security-policy'])
    const { settings } = test.desk.services
    expect(policy).not.toMatch(/unsafe|\*|data:|blob:/)
    expect(policy).toContain(`default-src 'none'; script-src 'self';`)
    expect(policy).toContain(`img-src 'self' ${settings.PUBLIC_URL};`)
    expect(policy).toContain(`form-action 'self' ${new URL(settings.DESK_OIDC_ISSUER).origin};`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    const [, nonce] = NONCE.exec(policy)!
    expect(body).toContain(`nonce="${nonce}"`)
    expect(body).not.toContain('__NONCE__')
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style| style=| on\w+=/)
    expect(NONCE.exec(String((await get('/')).headers['content-security-policy']))![1]).not.toBe(nonce)
  })

  it('serves its files compressed and cached forever, and no other file of the machine', async () => {
    const [, name] = /src="(\/assets\/[\w.-]+\.js)"/.exec((await get('/')).body)!
    const file = await get(name!, { 'accept-encoding': 'gzip, br' })
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    for (const url of [
      '/assets/..%2Findex.html',
      '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
      '/assets/none.js',
      '/assets/',
    ])
      expect((await get(url, {})).statusCode, url).toBe(404)
  })

  it('leaves unknown contract paths to the contract: a program gets a problem', async () => {
    for (const url of ['/v1', '/v1/nothing', '/v1?a=b'])
      expect((await get(url)).json(), url).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' })
    expect((await get('/', { accept: 'application/json' })).json()).toMatchObject({ status: 404 })
  })

  it('names the build command while they are not built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-unbuilt-'))
    const app = Fastify()
    mountPages(app, test.desk.services, pathToFileURL(`${folder}/`))
    const answer = await app.inject({ url: '/', headers: page })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run desk:build')
    await app.close()
    await rm(folder, { recursive: true })
  })
})
