import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createTestBackoffice, type TestDesk } from './backoffice.ts'
import { createChromium } from './chromium.ts'
import { createTestGateway, type TestGateway } from './gateway.ts'

/** The desk as people use it: a gateway, the desk over it on its own port, the issuer, and a browser. */
export interface DeskPages {
  url: string
  gateway: TestGateway
  desk: TestDesk
  issuer: SimulatedIssuer
  chromium: Browser
  /** A browser of this person, logged in, at this URL of the desk. */
  visit: (name: string, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Browser complaints: errors, and CSP violations. */
  complaints: string[]
  close: () => Promise<void>
}

/** Over a gateway of its own, or a given one that the caller closes. */
export async function createBackofficePages(
  settings: NodeJS.ProcessEnv = {},
  given?: TestGateway,
  wholeBrowser = false,
): Promise<DeskPages> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const issuer = await startIssuer([], 0, url)
  const gateway = given ?? (await createTestGateway())
  const desk = await createTestBackoffice(gateway, { ...issuer.deskSettings, ...settings })
  await desk.app.listen({ host: 'localhost', port })
  const chromium = await createChromium('none', wholeBrowser)
  const complaints: string[] = []
  return {
    url,
    gateway,
    desk,
    issuer,
    chromium,
    complaints,
    async visit(name, path = '/', options = {}) {
      const context = await chromium.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      page.on('console', (message) => {
        const { url: at } = message.location()
        // The browser itself logs the first 401.
        const isLogin = at.startsWith(`${url}/v1/`) && message.text().includes('401')
        const isOurs = at === '' || at.startsWith(url)
        if (message.type() === 'error' && isOurs && !isLogin) complaints.push(`${message.text()} ${at}`)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${url}${path}`)
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await page.waitForURL(`${url}${path}`)
      return page
    },
    async close() {
      await chromium.close()
      desk.app.server.closeAllConnections()
      await desk.close()
      if (!given) await gateway.close()
      await issuer.close()
    },
  }
}
