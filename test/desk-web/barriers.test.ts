import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillCases } from '../../drills/cases/fill-cases.ts'
import { barriers, keepPicture } from '../support/chromium.ts'
import { type DeskPages, openDeskPages } from '../support/desk-pages.ts'
import { pendingClient } from '../support/pending-client.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const LONG = 'Maria Antonieta Wanderley de Albuquerque Cavalcanti e Vasconcelos Figueiredo'

let pages: DeskPages
let client: string
beforeAll(async () => {
  pages = await openDeskPages()
  await fillCases(pages.gateway.db.admin, 3)
  await pages.gateway.db.admin.query(`update refund_requests set amount = 999999999999`)
  pages.issuer.people.push({ id: 'longa', name: LONG, roles: ['analyst', 'approver', 'operator', 'auditor'] })
  const user = await pages.gateway.user()
  client = (await pendingClient(pages.gateway, user, { name: LONG })).path
})
afterAll(() => pages.close())

/** Nothing is wider than the screen, which would have to be moved sideways to be read. */
const isCut = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

describe.each(['pt-BR', 'en-US'])('in %s', (locale) => {
  it.each(['light', 'dark'] as const)('nothing stands in the way, %s', async (colorScheme) => {
    const page = await pages.visit(LONG, '/', { locale, colorScheme })
    const places = [
      ['queue', '/', 'main li'],
      ['client', client, 'main h2'],
    ] as const
    for (const [name, path, sign] of places) {
      await page.goto(`${pages.url}${path}`)
      await page.locator(sign).first().waitFor()
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await barriers(page), `${name} ${size.width}`).toEqual([])
        expect(await isCut(page), `${name} ${size.width}`).toBe(false)
        await keepPicture(page, `desk-${name}-${locale}-${colorScheme}-${size.width}`)
      }
    }
    for (const key of ['?', 'Control+k']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      expect(await barriers(page), key).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.context().close()
    expect(pages.complaints).toEqual([])
  })
})
