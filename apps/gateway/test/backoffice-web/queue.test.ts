import { createBackofficePages, type DeskPages } from '@eclusa/testing/backoffice-pages.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const EACH = 8
const KINDS = 8
/** Other jobs share the CPU of these machines. */
const DOCUMENT = 'CANARY-DOCUMENT-77'
const NAME = 'Canary Surname'

let pages: DeskPages
let user: TestUser
let client: { id: string; path: string }
let ana: Page
beforeAll(async () => {
  pages = await createBackofficePages()
  await fillCases(pages.gateway.db.admin, EACH)
  user = await pages.gateway.user()
  client = await pendingClient(pages.gateway, user, { document: DOCUMENT, name: NAME })
  ana = await pages.visit('Ana')
})
afterAll(() => pages.close())

const rows = (page: Page) => page.getByRole('list', { name: 'Casos pendentes' }).getByRole('listitem')
const rowOf = (page: Page, id: string) => rows(page).filter({ hasText: id.slice(-8) })
const home = async (page: Page, search = '') => {
  await page.goto(`${pages.url}/${search}`)
  await rows(page).first().waitFor()
}

describe('the queue', () => {
  it('has every kind in one list by deadline, and counts overdue ones', async () => {
    await home(ana)
    await expect.poll(() => rows(ana).count()).toBeGreaterThanOrEqual(50)
    const text = await rows(ana).allInnerTexts()
    for (const kind of [
      'Notificação de infração',
      'Recuperação de valores',
      'Cliente internacional',
      'Etapa de cadastro',
    ])
      expect(text.some((one) => one.includes(kind))).toBe(true)
    expect(text[0]).toContain('atrasado')
    const overdue = await ana.getByRole('link', { name: /^Atrasados/ }).innerText()
    expect(Number(/\d+/.exec(overdue)?.[0])).toBeGreaterThan(0)
  })

  it('has a first page of at most 250 KB, compressed, with its font', async () => {
    await home(ana)
    const files = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))`
    const bytes = Number(await ana.evaluate(`${files}.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`))
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(250_000)
  })

  it('loads more by scrolling, and shows its end', async () => {
    await home(ana)
    await ana.getByText(/^Fim da fila/).waitFor({ state: 'detached' })
    await expect
      .poll(async () => {
        await ana.mouse.wheel(0, 5_000)
        return ana.getByText(`Fim da fila: ${EACH * KINDS + 2} casos`).count()
      })
      .toBe(1)
    expect(await rows(ana).count()).toBe(EACH * KINDS + 2)
  })

  it('is filtered by URLs, which can be sent to a colleague and which survive a login', async () => {
    await home(ana)
    await ana.getByRole('link', { name: /^Atrasados/ }).click()
    await ana.getByRole('button', { name: 'Todos os tipos' }).click()
    await ana.getByRole('menuitemradio', { name: /^Recuperação/ }).click()
    await ana.waitForURL(`${pages.url}/?kind=recovery&due=overdue`)
    await expect
      .poll(
        async () => new Set((await rows(ana).allInnerTexts()).map((one) => /atrasado[^\n]+\n+Recuperação/.test(one))),
      )
      .toEqual(new Set([true]))
    const bruno = await pages.visit('Bruno', '/?kind=recovery&due=overdue')
    await rows(bruno).first().waitFor()
    expect(await rows(bruno).count()).toBe(await rows(ana).count())
    await bruno.context().close()
  })

  it('saves a personal view under a name', async () => {
    await home(ana, '?kind=recovery&hands=nobody')
    await ana.getByRole('button', { name: 'Visões' }).click()
    await ana.getByRole('menuitem', { name: 'Salvar esta visão' }).click()
    await ana.getByLabel('Nome da visão').fill('Recuperações livres')
    await ana.keyboard.press('Enter')
    await ana.getByRole('button', { name: 'Recuperações livres' }).waitFor()
    await home(ana)
    await ana.getByRole('button', { name: 'Visões' }).click()
    await ana.getByRole('menuitem', { name: 'Recuperações livres' }).click()
    await ana.waitForURL(`${pages.url}/?kind=recovery&hands=nobody`)
    await ana.getByRole('button', { name: 'Recuperações livres' }).click()
    await ana.getByRole('menuitem', { name: 'Remover Recuperações livres' }).click()
    await ana.getByRole('button', { name: 'Visões' }).waitFor()
  })

  it('finds a case by its id and by a document, which is stored nowhere', async () => {
    await home(ana)
    const asked: string[] = []
    ana.on('request', (request) => asked.push(request.url()))
    const searches = [
      [client.id, '1 caso encontrado'],
      // The client, and its account.
      [DOCUMENT, '2 casos encontrados'],
    ] as const
    for (const [written, found] of searches) {
      await ana.keyboard.press('/')
      await ana.keyboard.type(written)
      await ana.keyboard.press('Enter')
      await ana.getByRole('heading', { name: found }).waitFor()
      await ana.getByText(`…${client.id.slice(-8)}`).waitFor()
      await ana.reload()
      await rows(ana).first().waitFor()
    }
    await ana.keyboard.press('/')
    await ana.keyboard.type('nobody has this')
    await ana.keyboard.press('Enter')
    await ana.getByText('A busca é exata').waitFor()
    const stored = await ana.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
    expect(String(stored) + asked.join()).not.toContain('CANARY')
  })

  it('offers a viewer no search by document, and sends none', async () => {
    const vera = await pages.visit('Vera')
    const field = vera.getByRole('searchbox', { name: 'Id ou end-to-end' })
    const asked: string[] = []
    vera.on('request', (request) => asked.push(request.url()))
    await field.fill(DOCUMENT)
    await field.press('Enter')
    await vera.getByText('A busca por documento exige o perfil de análise ou de aprovação.').first().waitFor()
    await field.fill(client.id)
    await field.press('Enter')
    await vera.getByRole('heading', { name: '1 caso encontrado' }).waitFor()
    expect(asked.filter((url) => url.endsWith('/v1/cases/search'))).toHaveLength(1)
    await vera.context().close()
  })
})

describe('by keyboard only', () => {
  it('moves, assigns, opens, decides, and opens the next case by one key', async () => {
    const mine = await pendingClient(pages.gateway, user)
    await home(ana, `?kind=client&user_id=${user.user_id}`)
    await rowOf(ana, mine.id).waitFor()
    await ana.keyboard.press('j')
    while (!(await rowOf(ana, mine.id).locator('a:focus').count())) await ana.keyboard.press('j')
    await ana.keyboard.press('a')
    await rowOf(ana, mine.id).getByText('Você').waitFor()
    await ana.keyboard.press('Enter')
    await ana.waitForURL(`${pages.url}${mine.path}`)
    await ana.getByText('Com você').waitFor()
    await ana.keyboard.press('1')
    await ana.keyboard.press('Tab')
    await ana.getByLabel('Motivo').focus()
    await ana.keyboard.type('Documento confere')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Decidido: Aprovar').first().waitFor()
    await ana.keyboard.press('n')
    await ana.waitForURL(/\/cases\//)
    await expect.poll(() => ana.url()).not.toContain(mine.id)
    await ana.keyboard.press('g')
    await ana.keyboard.press('q')
    await ana.waitForURL(`${pages.url}/`)
  })

  it('does the same by commands, and lists all of its keys', async () => {
    await home(ana)
    await ana.keyboard.press('Control+k')
    await ana.getByRole('combobox').waitFor()
    await ana.keyboard.type('escura')
    await ana.keyboard.press('Enter')
    await expect.poll(() => ana.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await ana.keyboard.press('?')
    await ana.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor()
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Control+k')
    await ana.keyboard.type('como o sistema')
    await ana.keyboard.press('Enter')
    await expect.poll(() => ana.evaluate('document.documentElement.dataset.theme ?? null')).toBe(null)
  })
})

describe('while others work', () => {
  it('counts a new case without moving rows; a case decided by a colleague turns grey in place', async () => {
    const theirs = await pendingClient(pages.gateway, user)
    await home(ana, `?kind=client&user_id=${user.user_id}`)
    await rowOf(ana, theirs.id).waitFor()
    const before = await rows(ana).allInnerTexts()
    const late = await pendingClient(pages.gateway, user)
    await ana.getByText('1 caso novo').waitFor()
    expect((await rows(ana).allInnerTexts()).length).toBe(before.length)

    const paulo = await pages.visit('Paulo', theirs.path)
    await paulo.getByRole('button', { name: /^Assumir/ }).click()
    await rowOf(ana, theirs.id).getByText('Paulo Plantonista').waitFor()
    await paulo.getByText('Reprovar', { exact: true }).click()
    await paulo.getByRole('button', { name: 'Documento não confere' }).click()
    await paulo.getByRole('button', { name: /^Reprovar/ }).click()
    await paulo.getByText('Decidido: Reprovar').first().waitFor()
    await rowOf(ana, theirs.id).getByText('Decidido').waitFor()
    expect((await rows(ana).allInnerTexts()).length).toBe(before.length)

    await ana.getByRole('button', { name: 'Mostrar', exact: true }).click()
    await rowOf(ana, late.id).waitFor()
    expect(await rowOf(ana, theirs.id).count()).toBe(0)
    await paulo.context().close()
  })

  it('shows a lost connection, and recovers', async () => {
    await home(ana)
    await ana.context().setOffline(true)
    await ana.keyboard.press('r')
    await ana.getByText('Sem conexão com o servidor').waitFor()
    await ana.context().setOffline(false)
    await ana.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' })
    await rows(ana).first().waitFor()
    pages.complaints.splice(0)
  })

  it('redirects to the login and back to the same URL when the session has ended', async () => {
    await home(ana, '?kind=client')
    await pages.gateway.db.admin.query('truncate backoffice_sessions')
    await ana.getByRole('link', { name: /^Atrasados/ }).click()
    // The issuer's session is still valid and redirects back at once.
    await ana.waitForURL(`${pages.url}/?kind=client&due=overdue`)
    await rows(ana).first().waitFor()
    pages.complaints.splice(0)
  })

  it('logs out at the issuer too', async () => {
    await ana.getByRole('button', { name: /^Você: Ana/ }).click()
    await ana.getByRole('menuitem', { name: 'Sair' }).click()
    await ana.waitForURL(/127\.0\.0\.1.*session\/end/)
    expect((await pages.gateway.db.admin.query('select from backoffice_sessions')).rowCount).toBe(0)
    expect(pages.complaints).toEqual([])
  })
})
