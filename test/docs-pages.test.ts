import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../src/base/language.ts'
import { inLanguage, renderMarkdown } from '../src/docs/render-markdown.ts'
import { openShelf, shelfNames } from '../src/docs/shelves.ts'
import { barriers, keepPicture, openChromium } from './support/chromium.ts'
import { openTestGateway, type TestGateway } from './support/gateway.ts'

const FIRST_PAGE_BYTES_MAX = 300_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway()
})
afterAll(() => gateway.close())

/** From another network each time: a network may look at so many pages a minute. */
let from = 0
const get = (url: string, headers = {}) => {
  from += 1
  return gateway.app.inject({ url, headers, remoteAddress: `10.${from >> 8}.${from & 255}.1` })
}

const written = shelfNames.flatMap((shelf) => openShelf(shelf).names.map((name) => `/docs/${shelf}/${name}`))

describe.each(languages)('in %s', (language) => {
  it('serves every document as a page that nothing foreign can run in, and whose links lead somewhere', async () => {
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

it('says a page that is written in both languages in the one asked for', async () => {
  const [portuguese, english] = [await get('/docs/errors/REPLAY?lang=pt-BR'), await get('/docs/errors/REPLAY')]
  expect(portuguese.body).toContain('O que aconteceu.')
  expect(portuguese.body).not.toContain('What happened.')
  expect(english.body).toContain('What happened.')
  expect(english.body).not.toContain('O que aconteceu.')
  expect(inLanguage('# a\n\nb\n', 'pt-BR')).toBe('# a\n\nb\n')
})

it('is there as it was written, too', async () => {
  const { headers, body } = await get('/docs/guides/webhooks.md?lang=en-US')
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(body).toContain('# Webhooks')
  for (const url of ['/docs/guides/none', '/docs/guides/none.md', '/docs/guides/README', '/docs/errors/constructor'])
    expect((await get(url)).statusCode, url).toBe(404)
})

it('takes no markup for its own, and leads nowhere outside', () => {
  expect(renderMarkdown('a <b onclick="x">c</b>', 'en-US')).not.toContain('<b')
  expect(renderMarkdown('[a](../../secret.md) [b](javascript:x)', 'en-US')).toBe('<p>a b</p>\n')
  expect(renderMarkdown('[a](../errors/REPLAY.md#english)', 'pt-BR')).toContain(
    'href="../errors/REPLAY?lang=pt-BR#english"',
  )
})

it('has a first page that is light, with all it asks for', async () => {
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

it('has names that change with what the files hold', async () => {
  const style = /href="(\/docs\/assets\/[^"]+)"/.exec((await get('/docs/')).body)![1]!
  expect((await get(style)).body).toBe(readFileSync(new URL('../src/docs/browser/docs.css', import.meta.url), 'utf8'))
  expect((await get(style)).headers['cache-control']).toContain('immutable')
  expect((await get('/docs/assets/0123456789abcdef.css')).headers['cache-control']).toBe('no-cache')
})

describe('in a browser', () => {
  let browser: Browser
  let home: string
  beforeAll(async () => {
    browser = await openChromium('none')
    home = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => browser.close())

  const open = async (width: number, path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    page.on('request', (request) => expect(request.url()).toMatch(/^(http:\/\/127\.0\.0\.1|data:)/))
    await page.goto(`${home}${path}`)
    return page
  }

  it.each([
    [390, '/docs/?lang=pt-BR', 'light'],
    [1280, '/docs/', 'dark'],
    [390, '/docs/events/storage.file.ready', 'dark'],
    [1280, '/docs/guides/webhooks?lang=pt-BR', 'light'],
    [390, '/docs/guides/quickstart', 'light'],
  ] as const)('at %i: nothing serious stands in the way on %s, %s', async (width, path, scheme) => {
    const page = await open(width, path, scheme)
    expect(await barriers(page)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(overflow, 'it scrolls sideways').toBe(0)
    await keepPicture(page, `docs-${width}-${scheme}${path.split('?')[0]!.replaceAll('/', '-')}`)
    await page.close()
  })

  it('finds a title from any page, and copies what is printed', async () => {
    const page = await open(1280, '/docs/guides/webhooks')
    await page.fill('input[type=search]', 'replay')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/?*')
    const titles = await page.locator('section li:visible').allTextContents()
    expect(titles).toContain('REPLAY')
    expect(titles.every((title) => title.toLowerCase().includes('replay'))).toBe(true)
    await page.close()
  })
})
