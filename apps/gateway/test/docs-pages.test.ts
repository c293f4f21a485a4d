import { readdirSync, readFileSync } from 'node:fs'
import { createChromium } from '@eclusa/testing/chromium.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocCollection, shelfNames } from '../src/docs/doc-collections.ts'
import { inLanguage, renderMarkdown } from '../src/docs/render-markdown.ts'
import { languages } from '../src/platform/language.ts'

const FIRST_PAGE_BYTES_MAX = 300_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

/** From another network each time, because pages are rate-limited by network. */
let from = 0
const get = (url: string, headers = {}) => {
  from += 1
  return gateway.app.inject({ url, headers, remoteAddress: `10.${from >> 8}.${from & 255}.1` })
}

const written = shelfNames.flatMap((shelf) => createDocCollection(shelf).names.map((name) => `/docs/${shelf}/${name}`))

describe.each(languages)('in %s', (language) => {
  it('serves every document as a page that runs no foreign script, and whose links work', async () => {
    const linked = new Set<string>()
    for (const url of ['/docs/', ...written]) {
      const { statusCode, headers, body } = await get(`${url}?lang=${language}`)
      expect({ url, statusCode, type: headers['content-type'] }).toEqual({
        url,
        statusCode: 200,
        type: 'text/html; charset=utf-8',
      })
      expect(headers).toMatchObject({ 'content-language': language, vary: 'accept-encoding, accept-language' })
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
      expect(body).toContain(`<html lang="${language}">`)
      expect(body, url).not.toMatch(/<script(?![^>]* src="\/docs\/)|<style| style=| on\w+="|src="(?!\/docs\/)/)
      for (const [, href] of body.matchAll(/href="([^"]+)"/g))
        if (!/^(https?:|mailto:|data:|#|\?)/.test(href!)) linked.add(new URL(href!, `http://gateway${url}`).pathname)
    }
    const served = new Set([
      ...written,
      ...written.map((url) => `${url}.md`),
      '/docs/',
      '/docs/reference/',
      '/openapi.json',
    ])
    expect([...linked].filter((url) => !served.has(url) && !url.startsWith('/docs/assets/'))).toEqual([])
  })
})

it('returns a page in the requested language', async () => {
  const [portuguese, english] = [await get('/docs/errors/REPLAY?lang=pt-BR'), await get('/docs/errors/REPLAY')]
  expect(portuguese.body).toContain('O que aconteceu.')
  expect(portuguese.body).not.toContain('What happened.')
  expect(english.body).toContain('What happened.')
  expect(english.body).not.toContain('O que aconteceu.')
  expect(inLanguage('# a\n\nb\n', 'pt-BR')).toBe('# a\n\nb\n')
})

it.each(languages)('has every guide in its menu once, in the order of their index, in %s', async (language) => {
  const { body } = await get(`/docs/guides/webhooks?lang=${language}`)
  const menu = body.slice(body.indexOf('<nav'), body.indexOf('</nav>'))
  const listed = [...menu.matchAll(/href="\/docs\/guides\/([\w-]+)\?/g)].map(([, name]) => name!)
  expect(listed.toSorted()).toEqual(createDocCollection('guides').names.toSorted())
  expect(listed.slice(0, 2)).toEqual(['quickstart', 'authentication'])
  expect(listed.indexOf('magic-values')).toBe(listed.indexOf('simulations') + 1)
})

it('shows pictures that a browser can display', async () => {
  for (const name of readdirSync(new URL('../../../docs/images/', import.meta.url))) {
    const { headers, rawPayload } = await get(`/docs/images/${name}`)
    const isWebp = rawPayload.toString('latin1', 8, 12) === 'WEBP'
    expect({ name, type: headers['content-type'] }).toEqual({ name, type: isWebp ? 'image/webp' : 'image/svg+xml' })
  }
})

it('serves the Markdown source, too', async () => {
  const { headers, body } = await get('/docs/guides/webhooks.md?lang=en-US')
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(body).toContain('# Webhooks')
  for (const url of ['/docs/guides/none', '/docs/guides/none.md', '/docs/guides/README', '/docs/errors/constructor'])
    expect((await get(url)).statusCode, url).toBe(404)
})

it('escapes markup, and links nowhere outside', () => {
  expect(renderMarkdown('a <b onclick="x">c</b>', 'en-US')).not.toContain('<b')
  expect(renderMarkdown('[a](../../secret.md) [b](javascript:x)', 'en-US')).toBe('<p>a b</p>\n')
  expect(renderMarkdown('[a](../errors/REPLAY.md#english)', 'pt-BR')).toContain(
    'href="../errors/REPLAY?lang=pt-BR#english"',
  )
})

it('has a light first page, with all its requests', async () => {
  const { body } = await get('/docs/')
  const asked = [...body.matchAll(/(?:src|stylesheet" href)="([^"]+)"/g)].map(([, url]) => url!)
  expect(asked).toHaveLength(2)
  const sizes = await Promise.all(
    ['/docs/', ...asked].map(async (url) => {
      const { statusCode, rawPayload } = await get(url, { 'accept-encoding': 'br' })
      expect(statusCode, url).toBe(200)
      return rawPayload.length
    }),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_PAGE_BYTES_MAX)
})

it('has file names that change with their content', async () => {
  const style = /href="(\/docs\/assets\/[^"]+)"/.exec((await get('/docs/')).body)![1]!
  expect((await get(style)).body).toBe(readFileSync(new URL('../src/docs/browser/docs.css', import.meta.url), 'utf8'))
  expect((await get(style)).headers['cache-control']).toContain('immutable')
  expect((await get('/docs/assets/0123456789abcdef.css')).headers['cache-control']).toBe('no-cache')
})

describe('in a browser', () => {
  let browser: Browser
  let home: string
  beforeAll(async () => {
    browser = await createChromium('none')
    home = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => browser.close())

  const open = async (path: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('request', (request) => expect(request.url()).toMatch(/^(http:\/\/127\.0\.0\.1|data:)/))
    await page.goto(`${home}${path}`)
    return page
  }

  it('copies a command as it is printed, and offers no copy of output', async () => {
    const page = await open('/docs/guides/quickstart')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const [first] = await page.locator('pre:not(.answer)').allTextContents()
    const copy = page.getByRole('button', { name: 'Copy' })
    expect(await copy.count()).toBe(await page.locator('pre:not(.answer)').count())
    expect(await page.locator('pre.answer').count()).toBeGreaterThan(3)
    await copy.first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first)
    expect(first).toBe('npm ci\nnpm run sandbox')
    await page.close()
  })

  it('marks the current page in the menu', async () => {
    const page = await open('/docs/guides/billets?lang=pt-BR')
    expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual([
      'Boletos: decodificar antes de pagar',
    ])
    await page.close()
  })

  it('finds a title from any page', async () => {
    const page = await open('/docs/guides/webhooks')
    await page.fill('input[type=search]', 'replay')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/?*')
    const titles = await page.locator('section li:visible').allTextContents()
    expect(titles).toContain('REPLAY')
    expect(titles.every((title) => title.toLowerCase().includes('replay'))).toBe(true)
    await page.close()
  })
})
