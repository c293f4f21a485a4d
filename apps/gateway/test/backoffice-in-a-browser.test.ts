import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createChromium } from '@eclusa/testing/chromium.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** A real browser with the desk, the issuer and a malicious page: the browser decides which headers it sends. */
let chromium: Browser
let issuer: SimulatedIssuer
let gateway: TestGateway
let desk: TestDesk
let app: FastifyInstance
let evil: Server
let deskUrl: string
let evilUrl: string
let page: Page
/** The writes that reached the desk: with a cookie or without, and the response. */
const writes: { path: string; cookie: boolean; status: number }[] = []

beforeAll(async () => {
  const port = await freePort()
  deskUrl = `http://localhost:${port}`
  issuer = await startIssuer([], 0, deskUrl)
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway, { ...issuer.deskSettings, DESK_ACCESS_CONTACT: 'Acessos, ramal 4321' })
  app = desk.app
  app.server.prependListener('request', ({ method, url, headers }, response) => {
    if (method === 'GET') return
    response.once('finish', () =>
      writes.push({ path: url!, cookie: headers.cookie !== undefined, status: response.statusCode }),
    )
  })
  await app.listen({ host: 'localhost', port })
  evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>kittens</title>'))
  evil.listen(0, 'localhost')
  await once(evil, 'listening')
  // Another port of the same host is the closest attacker: same site, and its cookies are sent.
  evilUrl = `http://localhost:${(evil.address() as AddressInfo).port}/`
  chromium = await createChromium('none')
})
afterAll(async () => {
  await chromium.close()
  evil.close()
  evil.closeAllConnections()
  await desk.close()
  await gateway.close()
  await issuer.close()
})
beforeEach(async () => {
  await gateway.db.admin.query('truncate backoffice_sessions')
  page = await (await chromium.newContext({ locale: 'pt-BR' })).newPage()
  writes.length = 0
})

async function logIn(name: string): Promise<void> {
  await page.goto(`${deskUrl}/login?return_to=/v1/me`)
  await page.click(`text=${name}`)
  await page.waitForURL(`${deskUrl}/v1/me`)
}

const sessions = async () => (await gateway.db.admin.query<{ id: string }>('select id from backoffice_sessions')).rows

describe('in a browser', () => {
  it('a person logs in, is known on the first page they open, and logs out', async () => {
    await logIn('Carla Operadora')
    expect(JSON.parse((await page.textContent('body'))!)).toMatchObject({ id: 'carla', roles: ['operator'] })
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.evaluate(`fetch('/logout', { method: 'POST', redirect: 'manual' })`)
    expect(writes).toEqual([{ path: '/logout', cookie: true, status: 303 }])
    expect(await sessions()).toEqual([])
    expect((await page.goto(`${deskUrl}/v1/me`))!.status()).toBe(401)
  })

  it('a page of the desk ends a session', async () => {
    await logIn('Carla Operadora')
    const [{ id }] = (await sessions()) as [{ id: string }]
    await page.evaluate(`fetch('/v1/sessions/${id}', { method: 'DELETE' })`)
    expect(writes).toEqual([{ path: `/v1/sessions/${id}`, cookie: true, status: 200 }])
    expect(await sessions()).toEqual([])
  })

  it('a page of another origin does not, although the cookie is sent with it', async () => {
    await logIn('Carla Operadora')
    await page.goto(evilUrl)
    await page.evaluate(`fetch('${deskUrl}/logout', { method: 'POST', mode: 'no-cors', credentials: 'include' })`)
    await page.setContent(`<form method="post" action="${deskUrl}/logout"><button>kittens</button></form>`)
    await page.click('text=kittens')
    await page.waitForURL(`${deskUrl}/logout`)
    const refused = { path: '/logout', cookie: true, status: 403 }
    expect(writes).toEqual([refused, refused])
    expect(await sessions()).toHaveLength(1)
  })

  it('a person without a role gets a contact', async () => {
    await page.goto(`${deskUrl}/login`)
    await page.click('text=Nina Ninguém')
    await page.waitForURL(`${deskUrl}/login/return?*`)
    expect(await page.textContent('h1')).toBe('Pessoa sem perfil')
    expect(await page.textContent('main')).toMatch(/Perfis.*Análise.*Contato.*Acessos, ramal 4321/s)
    expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toContain('system-ui')
    expect(await sessions()).toEqual([])
  })
})
