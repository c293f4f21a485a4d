import { createChromium } from '@eclusa/testing/chromium.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { docsSights } from '@eclusa/testing/visual/docs-views.ts'
import { see } from '@eclusa/testing/visual/view.ts'
import { lookAtAll } from '@eclusa/testing/visual/visit-all-views.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDocCollection, shelfNames } from '../../src/docs/doc-collections.ts'

/** Findings inside the API reference, which a package draws and this repository cannot fix. */
const ofScalar: { what: RegExp; why: string }[] = [
  {
    what: /^cut: Required$/,
    why: 'beside the head of a narrow card it gives way to the list of credentials; each operation says it again',
  },
  {
    what: /^cut: \{ city, country, postal_code, \+4 \}$/,
    why: 'the members of a body in one line, ended by dots; they are listed below',
  },
]

let gateway: TestGateway
let browser: Browser
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  gateway = await createTestGateway()
  const home = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await createChromium('none')
  page = await browser.newPage({ baseURL: home })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => request.url().startsWith(home) || complaints.push(`asks ${request.url()}`))
  await page.goto('/docs/')
})
afterAll(async () => {
  await browser.close()
  await gateway.close()
})

/** The language of the page, and a text that shows it. */
const SPOKEN = `({ lang: document.documentElement.lang, text: document.body.innerText })`
const said = {
  'pt-BR': /Criar um cliente|Páginas|Procurar nos títulos/,
  'en-US': /Create a client|Pages|Search in titles/,
}

/** An image that failed to load. */
const EMPTY = `[...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src)`

it('every collection is checked, and every guide', () => {
  const paths = docsSights().map(({ path }) => path)
  for (const shelf of shelfNames)
    expect(
      paths.some((path) => path.startsWith(`/docs/${shelf}/`)),
      shelf,
    ).toBe(true)
  expect(paths).toEqual(
    expect.arrayContaining(createDocCollection('guides').names.map((name) => `/docs/guides/${name}`)),
  )
})

it('no page has a layout or accessibility problem', async () => {
  const known = new Set<RegExp>()
  let drawn = false
  const found = await lookAtAll('docs', docsSights(), async (sight, looks, picture) => {
    const [path, query = ''] = sight.path.split('?')
    const findings = await see(page, ({ language }) => `${path}?lang=${language}&${query}`, sight, looks, picture)
    const empty = (await page.evaluate(EMPTY)) as string[]
    const more = [...complaints.splice(0), ...empty.map((src) => `an empty picture: ${src}`)]
    const { lang, text } = (await page.evaluate(SPOKEN)) as { lang: string; text: string }
    const { language } = looks.at(-1)!
    if (lang !== language || !said[language].test(text)) more.push(`not in ${language}`)
    const all = [...findings, ...more.map((what) => ({ look: 'the browser', what }))]
    if (sight.name !== 'reference') return all
    drawn = true
    return all.filter(({ what }) => {
      const one = ofScalar.find((scalar) => scalar.what.test(what))
      if (one) known.add(one.what)
      return !one
    })
  })
  expect(found).toEqual([])
  // An exception without a finding is removed.
  if (drawn) expect(ofScalar.filter(({ what }) => !known.has(what))).toEqual([])
}, 1_800_000)
