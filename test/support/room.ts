import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../../sandbox/free-port.ts'
import { type Issuer, startIssuer } from '../../sandbox/issuer/issuer.ts'
import { seedNetworks } from '../../sandbox/seed.ts'
import { buildApi } from '../../src/api.ts'
import { openApiServices } from '../../src/services.ts'
import { readApiSettings } from '../../src/settings.ts'
import { openChromium } from './chromium.ts'
import { testEnvironment } from './environment.ts'
import { openTestGateway, type TestGateway, type TestUser } from './gateway.ts'

/** The room of integrators as their people see it: an API that trusts an issuer at which one can log in, and a browser. */
export interface TestRoom {
  url: string
  issuer: Issuer
  /** Over the same database, for what programs do. */
  gateway: TestGateway
  chromium: Browser
  /** A user, somebody of which can log in by this name, and whose webhooks may go to this machine. */
  user: (name: string) => Promise<TestUser>
  /** A browser of this person's own, logged in, at this address of the room. */
  visit: (name: string, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** What browsers complained of: errors, and what the policy kept them from. */
  complaints: string[]
  close: () => Promise<void>
}

export async function openTestRoom(): Promise<TestRoom> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const issuer = await startIssuer([], 0, undefined, url)
  const gateway = await openTestGateway()
  const services = openApiServices(
    readApiSettings({
      ...testEnvironment(gateway.db, { issuerUrl: issuer.url }),
      LOG_LEVEL: 'silent',
      OIDC_AUDIENCE: issuer.audience,
      ...issuer.roomSettings,
    }),
  )
  const app = await buildApi(services)
  await app.listen({ host: '127.0.0.1', port })
  const chromium = await openChromium('none')
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
      app.server.closeAllConnections()
      await app.close()
      await services.close()
      await gateway.close()
      await issuer.close()
    },
  }
}
