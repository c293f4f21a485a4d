import { createBackofficePages, type DeskPages } from '@eclusa/testing/backoffice-pages.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

const NAME = 'Canary Surname'
const DOCUMENT = 'CANARY-4711'

let pages: DeskPages
let user: TestUser
beforeAll(async () => {
  pages = await createBackofficePages()
  user = await pages.gateway.user()
})
afterAll(() => pages.close())

const decide = async (page: Page, verdict: string, reason: string) => {
  await page.getByText(verdict, { exact: true }).click()
  await page.getByRole('button', { name: reason }).click()
  await page.getByRole('button', { name: new RegExp(`^${verdict}`) }).click()
}

/** Whether a second has passed in which the page had no open request. */
function watchForQuiet(page: Page): () => boolean {
  const waiting = new Set<Request>()
  let since = performance.now()
  const ended = (request: Request) => {
    if (waiting.delete(request)) since = performance.now()
  }
  page.on('request', (request) => request.resourceType() === 'fetch' && waiting.add(request))
  page.on('requestfinished', ended).on('requestfailed', ended)
  return () => waiting.size === 0 && performance.now() - since > 1_000
}

it('shows a client masked, reveals it for a reason, decides, and shows who did what', async () => {
  const one = await pendingClient(pages.gateway, user, { name: NAME, document: DOCUMENT })
  await pendingClient(pages.gateway, user, { name: 'Twin', document: DOCUMENT })
  const ana = await pages.visit('Ana', one.path)
  await ana.getByRole('heading', { name: 'Cliente internacional' }).waitFor()
  await ana.getByText('C••• S•••').waitFor()
  expect(await ana.content()).not.toMatch(/Canary|CANARY/)
  await ana.getByRole('table').getByText('T•••').waitFor()

  await ana.keyboard.press('v')
  await ana.getByRole('button', { name: 'Comparar com o documento' }).click()
  await ana.getByRole('button', { name: 'Exibir' }).last().click()
  await ana.getByText(NAME).first().waitFor()
  const kept = await ana.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
  expect(String(kept)).not.toMatch(/canary/i)

  await decide(ana, 'Aprovar', 'Documento confere com o cadastro')
  await ana.getByText('Decidido: Aprovar').first().waitFor()
  const told = ana.getByRole('listitem').filter({ hasText: 'Decidiu sobre o cliente' })
  await told.getByText('Ana Analista (Análise)').waitFor()
  await told.getByText('Pendente → Ativo').waitFor()
  const looked = ana.getByRole('listitem').filter({ hasText: 'Exibiu os dados do cliente' })
  await looked.getByText('Comparar com o documento').waitFor()
  await ana.getByRole('listitem').filter({ hasText: 'Cliente criado' }).waitFor()
  // After a return it is masked again: a reveal belongs to one page view.
  await ana.reload()
  await ana.getByText('C••• S•••').waitFor()
  await ana.getByText('Este caso não tem decisão pendente.').waitFor()
  await ana.context().close()
  expect(pages.complaints).toEqual([])
})

it('shows a conflict, and the case as it is now', async () => {
  const one = await pendingClient(pages.gateway, user)
  const ana = await pages.visit('Ana', one.path)
  await ana.getByText('Aprovar', { exact: true }).waitFor()
  // This page gets no realtime changes: its stream is cut, and only its requests are answered.
  await ana.context().route('**/v1/cases/live', (route) => route.abort())
  await ana.reload()
  await ana.getByText('Aprovar', { exact: true }).click()
  await ana.getByRole('button', { name: 'Documento confere com o cadastro' }).click()
  const paulo = await pages.visit('Paulo', one.path)
  await paulo.getByText('Reprovar', { exact: true }).waitFor()
  await decide(paulo, 'Reprovar', 'Documento não confere')
  await paulo.getByText('Decidido: Reprovar').first().waitFor()

  await ana.getByRole('button', { name: /^Aprovar/ }).click()
  await ana.getByText('O caso mudou enquanto você analisava').waitFor()
  await ana.getByText('Este caso não tem decisão pendente.').waitFor()
  await ana.getByText('Reprovado').first().waitFor()
  await Promise.all([ana.context().close(), paulo.context().close()])
  pages.complaints.splice(0)
})

it('a viewer neither reveals nor decides; a missing case is 404', async () => {
  const one = await pendingClient(pages.gateway, user)
  const vera = await pages.visit('Vera', one.path)
  await vera.getByText('Seu perfil permite consultar, mas não decidir.').waitFor()
  expect(await vera.getByRole('button', { name: 'Exibir' }).count()).toBe(0)
  expect(await vera.getByRole('button', { name: 'Assumir' }).count()).toBe(0)
  await vera.goto(`${pages.url}/cases/client/${user.user_id}?user_id=${user.user_id}`)
  await vera.getByText('CROSSBORDER_CLIENT_NOT_FOUND').waitFor()
  await vera.goto(`${pages.url}/cases/nothing/${user.user_id}`)
  await vera.getByText('Esta página não existe').waitFor()
  await vera.context().close()
  pages.complaints.splice(0)
})

it('the next case is prefetched: after a decision there is no wait', async () => {
  const one = await pendingClient(pages.gateway, user)
  const ana = await pages.visit('Ana', one.path)
  const isQuiet = watchForQuiet(ana)
  await ana.getByText('Aprovar', { exact: true }).click()
  await ana.getByRole('button', { name: 'Documento confere com o cadastro' }).click()
  const seen = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    .filter((path) => /^\\/v1\\/(clients|accounts)\\/[^/]+$/.test(path))`
  await expect.poll(async () => new Set(await ana.evaluate<string[]>(seen)).size).toBe(2)
  // The realtime event of a new case prefetches the next one. That request ends before requests are blocked.
  await expect.poll(isQuiet).toBe(true)
  // From here on only the decision itself gets a response.
  await ana.route('**/v1/**', (route) => (route.request().method() === 'POST' ? route.continue() : undefined))
  await ana.keyboard.press('Control+Enter')
  await ana.getByText('Decidido: Aprovar').first().waitFor()
  await ana.keyboard.press('n')
  await ana.waitForURL(({ pathname }) => !pathname.endsWith(one.id))
  await ana.locator('main header').getByTitle(new URL(ana.url()).pathname.split('/').at(-1)!).waitFor()
  await ana.context().close()
  expect(pages.complaints).toEqual([])
})
