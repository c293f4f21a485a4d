import type { SimulatedIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createChromium } from './chromium.ts'
import { createTestGateway, type TestGateway, type TestUser } from './gateway.ts'
import { createPortalLogin } from './portal-login.ts'

/** The developer portal as its people use it: an API that trusts an issuer, and a browser. */
export interface TestRoom {
  url: string
  issuer: SimulatedIssuer
  /** Over the same database, for requests by programs. */
  gateway: TestGateway
  chromium: Browser
  /** A user with a person of this name who can log in, and whose webhooks may go to this machine. */
  user: (name: string) => Promise<TestUser>
  /** A browser of this person, logged in, at this URL of the portal. */
  visit: (name: string, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Browser complaints: errors, and CSP violations. */
  complaints: string[]
  close: () => Promise<void>
}

export async function createTestPortal(): Promise<TestRoom> {
  const gateway = await createTestGateway()
  const door = await createPortalLogin(gateway)
  const { url, issuer } = door
  const chromium = await createChromium('none')
  const complaints: string[] = []
  return {
    url: `${url}/room`,
    issuer,
    gateway,
    chromium,
    complaints,
    async user(name) {
      const user = await gateway.user()
      await seedNetworks(gateway.db.admin, user.user_id)
      issuer.ofUsers.push({ id: user.user_id, name })
      return user
    },
    async visit(name, path = '/endpoints', options = {}) {
      const context = await chromium.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      page.on('console', (message) => {
        const { url: at } = message.location()
        if (message.type() === 'error' && at.startsWith(url)) complaints.push(`${message.text()} ${at}`)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${url}/room${path}`)
      await page.getByRole('button', { name }).click()
      await page.waitForURL(`${url}/room${path}`)
      return page
    },
    async close() {
      await chromium.close()
      await door.close()
      await gateway.close()
    },
  }
}
