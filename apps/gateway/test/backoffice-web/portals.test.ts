import { readFile } from 'node:fs/promises'
import { createBackofficePages, type DeskPages } from '@eclusa/testing/backoffice-pages.ts'
import { clientsOf } from '@eclusa/testing/crossborder.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'

/** The desk's pages beside its cases: proposals, the journal, and admin pages. */
const HOUR_MS = 3_600_000
let pages: DeskPages
let user: TestUser
let ana: Page
let bruno: Page
let carla: Page
beforeAll(async () => {
  pages = await createBackofficePages({ DESK_SECOND_EYES: 'client_verdict,user_deactivation' })
  user = await pages.gateway.user()
  ;[ana, bruno, carla] = await Promise.all([
    pages.visit('Ana', '/proposals'),
    pages.visit('Bruno', '/proposals'),
    pages.visit('Carla', '/keeping'),
  ])
})
afterAll(() => pages.close())

const go = (page: Page, path: string) => page.goto(`${pages.url}${path}`)

/** Proposed by another person, without the browser. */
async function proposed(): Promise<{ id: string; client: string }> {
  const { id: client } = await pendingClient(pages.gateway, user)
  const body = { user_id: user.user_id, status: 'ACTIVE', seen: 1, reason: 'Confirmado com o órgão emissor' }
  const as = pages.desk.person('dora', 'analyst')
  const answer = await pages.desk.ask({ method: 'POST', url: `/v1/clients/${client}/verdict`, as, body })
  expect(answer.status).toBe(202)
  return { id: String(answer.body['id']), client }
}

const statusOf = async (client: string) => {
  const { rows } = await pages.gateway.db.admin.query('select status from crossborder_clients where id = $1', [client])
  return rows[0].status as string
}

/** The dialog asks for a reason; its button has the name of the act. */
async function giveReason(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('pedido por escrito')
  await dialog.getByRole('button', { name: button }).click()
}

describe('four-eyes approval', () => {
  it('ana proposes and cannot approve; bruno approves by keyboard, and it is done', async () => {
    const { id: client, path } = await pendingClient(pages.gateway, user)
    await go(ana, path)
    await ana.getByText('Aprovar', { exact: true }).click()
    await ana.getByRole('button', { name: 'Confirmado com o órgão emissor' }).click()
    await ana.keyboard.press('Control+Enter')
    await ana.getByRole('link', { name: 'Ver a solicitação' }).waitFor()
    // A reload forgets nothing, and asks for no second decision.
    await ana.reload()
    await ana.getByText('aguarda a aprovação de outra pessoa').waitFor()
    expect(await ana.getByRole('radio').count()).toBe(0)
    await ana.getByRole('link', { name: 'Ver a solicitação' }).click()
    await ana.getByText('Você não pode aprovar nem recusar').waitFor()
    expect(await ana.getByRole('radio').count()).toBe(1)
    await ana.getByRole('radio', { name: 'Cancelar solicitação' }).waitFor()
    // The case itself shows it too, so that it is not decided a second time.
    await go(bruno, path)
    await bruno.getByText('Aguardando aprovação: Decisão sobre um cliente').waitFor()

    await bruno.keyboard.press('g')
    await bruno.keyboard.press('p')
    await bruno.getByRole('link', { name: 'Aprovações 1' }).waitFor()
    await bruno.getByRole('region', { name: 'De outras pessoas' }).waitFor()
    await bruno.keyboard.press('j')
    await bruno.keyboard.press('Enter')
    await bruno.getByText('Nada mudou desde a solicitação.').waitFor()
    await bruno.getByText('Nenhuma alteração no caso.').waitFor()
    await bruno.getByRole('row', { name: 'Situação Pendente Ativo' }).waitFor()
    expect(await statusOf(client)).toBe('PENDING')
    await bruno.keyboard.press('1')
    await bruno.getByRole('textbox').fill('Conferido')
    await bruno.keyboard.press('Control+Enter')
    await bruno.getByText('A operação foi executada. A trilha de auditoria registra as duas pessoas.').waitFor()
    expect(await statusOf(client)).toBe('ACTIVE')
    expect(await bruno.getByRole('radio').count()).toBe(0)
  })

  it('the list and the case show in real time what is proposed and how it ends', async () => {
    await go(bruno, '/proposals')
    await bruno.getByRole('heading', { name: 'De outras pessoas' }).waitFor()
    await expect.poll(() => bruno.getByRole('row').filter({ hasText: 'dora' }).count()).toBe(0)
    const { id, client } = await proposed()
    await bruno.getByRole('row').filter({ hasText: 'dora' }).waitFor()
    await go(ana, `/cases/client/${client}?user_id=${user.user_id}`)
    await ana.getByText('Aguardando aprovação').waitFor()
    const as = pages.desk.person('dora', 'analyst')
    const body = { reason: 'engano' }
    expect((await pages.desk.ask({ method: 'POST', url: `/v1/proposals/${id}/withdraw`, as, body })).status).toBe(200)
    await bruno.getByRole('row').filter({ hasText: 'dora' }).waitFor({ state: 'detached' })
    await ana.getByText('Aguardando aprovação').waitFor({ state: 'detached' })
  })

  it('the proposer withdraws, and the list shows how each ended', async () => {
    const { path } = await pendingClient(pages.gateway, user)
    await go(ana, path)
    await ana.getByText('Reprovar', { exact: true }).click()
    await ana.getByRole('button', { name: 'Documento não confere' }).click()
    await ana.keyboard.press('Control+Enter')
    await ana.getByRole('link', { name: 'Ver a solicitação' }).click()
    await ana.getByText('Cancelar solicitação', { exact: true }).click()
    await ana.getByRole('button', { name: 'Solicitada por engano' }).click()
    await ana.getByRole('button', { name: /^Cancelar solicitação/ }).click()
    await ana.getByText('O solicitante cancelou. A operação não foi executada.').waitFor()
    await go(ana, '/proposals?status=WITHDRAWN')
    await ana.getByRole('row', { name: /Decisão sobre um cliente.*você/ }).waitFor()
  })

  it('a case that changed while bruno read it ends the proposal without effect, and the page shows it', async () => {
    const { id, client } = await proposed()
    await go(bruno, `/proposals/${id}`)
    await bruno.getByText('Nada mudou desde a solicitação.').waitFor()
    const changed = await clientsOf(pages.gateway, user).patch(client, { email: 'other@example.com' })
    expect(changed.status).toBe(200)
    await bruno.getByText('Aprovar', { exact: true }).click()
    await bruno.getByRole('button', { name: 'Conferido: está de acordo' }).click()
    await bruno.getByRole('button', { name: /^Aprovar/ }).click()
    await bruno.getByText('O caso mudou entre a solicitação e a aprovação').waitFor()
    expect(await statusOf(client)).toBe('PENDING')
    pages.complaints.splice(0)
  })

  it('a proposal on a changed case can only be declined; one without a decision in time has expired', async () => {
    const { id, client } = await proposed()
    await clientsOf(pages.gateway, user).patch(client, { email: 'another@example.com' })
    await go(bruno, `/proposals/${id}`)
    await bruno.getByText('O caso mudou desde a solicitação').waitFor()
    // The page shows which part has changed and who changed it, and no new values.
    const title = bruno.getByRole('heading', { name: 'Alterações no caso desde a solicitação' })
    const since = bruno.locator('section').filter({ has: title })
    await since.getByText('Cliente alterado').waitFor()
    await since.getByText('E-mail', { exact: false }).waitFor()
    expect(await since.getByRole('listitem').count()).toBe(1)
    expect(await bruno.content()).not.toContain('another@example.com')
    expect(await bruno.getByRole('radio').count()).toBe(1)
    await bruno.getByText('Recusar', { exact: true }).click()
    await bruno.getByRole('button', { name: 'Não está de acordo com o caso' }).click()
    await bruno.getByRole('button', { name: /^Recusar/ }).click()
    await bruno.getByRole('main').getByText('A operação não foi executada.').waitFor()

    pages.desk.services.clock = { now: () => new Date(Date.now() - 100 * HOUR_MS) }
    const late = await proposed()
    pages.desk.services.clock = systemClock
    await go(bruno, `/proposals/${late.id}`)
    await bruno.getByText('O prazo venceu sem decisão').waitFor()
    expect(await bruno.getByRole('radio').count()).toBe(0)
    expect(pages.complaints).toEqual([])
  })
})

describe('the first page', () => {
  it.each([
    ['Davi', '/figures'],
    ['Carla', '/proposals'],
    ['Ana', '/'],
  ])('of %s is the first that their roles have, and no request is rejected', async (name, first) => {
    const page = await pages.visit(name, first)
    const refused: string[] = []
    page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
    await page.goto(`${pages.url}/`)
    await page.waitForURL((url) => url.pathname === first)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
    expect(refused).toEqual([])
    await page.context().close()
    expect(pages.complaints.splice(0)).toEqual([])
  })
})

describe('admin pages', () => {
  it('a user is created, and a key that is shown once and stored nowhere', async () => {
    await go(carla, '/keeping')
    await carla.getByRole('button', { name: 'Criar usuário' }).click()
    await carla.getByLabel('Nome').fill('Aurora Pagamentos')
    await giveReason(carla, 'Criar usuário')
    await carla.getByRole('heading', { name: 'Aurora Pagamentos' }).waitFor()
    await carla.getByRole('button', { name: 'Criar chave de API' }).click()
    await carla.getByLabel('Nome').fill('produção')
    await giveReason(carla, 'Criar chave de API')
    const key = await carla.locator('code', { hasText: /^ecl_/ }).innerText()
    const answer = await pages.gateway.ask({ url: '/v1/crossborder/clients', headers: { 'x-api-key': key } })
    expect(answer.body['code']).not.toBe('CREDENTIALS_REFUSED')
    const kept = await carla.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
    expect(String(kept)).not.toContain(key)
    await carla.reload()
    await carla.getByRole('row', { name: /produção/ }).waitFor()
    expect(await carla.content()).not.toContain(key)

    await carla.getByRole('button', { name: 'Revogar' }).click()
    await giveReason(carla, 'Revogar')
    await carla.getByText('Revogada').waitFor()
    const refused = await pages.gateway.ask({ url: '/v1/crossborder/clients', headers: { 'x-api-key': key } })
    expect(refused.body['code']).toBe('CREDENTIALS_REFUSED')
  })

  it('an act that needs approval becomes a proposal', async () => {
    const { user_id } = await pages.gateway.user()
    await go(carla, `/keeping/users/${user_id}`)
    await carla.getByRole('button', { name: 'Desativar' }).first().click()
    await giveReason(carla, 'Desativar')
    await carla.getByRole('heading', { name: 'Desativação de um usuário' }).waitFor()
    await carla.getByText('Esta solicitação é sua').waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('of several sessions of one person, only the current one is marked', async () => {
    const other = await pages.visit('Carla', '/keeping/sessions')
    await go(carla, '/keeping/sessions')
    const own = carla.getByRole('row', { name: /^Carla/ })
    await expect.poll(() => own.count()).toBeGreaterThan(1)
    expect(await own.filter({ hasText: '(esta sessão)' }).count()).toBe(1)
    await own.filter({ hasText: '(esta sessão)' }).getByRole('button', { name: 'Encerrar' }).click()
    await carla.getByText('Esta é a sua sessão atual').waitFor()
    await carla.keyboard.press('Escape')
    await other.context().close()
  })

  it('a session is ended, and the person has to log in again', async () => {
    const vera = await pages.visit('Vera', '/proposals')
    const sessions = async () =>
      (await pages.gateway.db.admin.query(`select id from backoffice_sessions where person_id = 'vera'`)).rows
    const before = await sessions()
    expect(before).toHaveLength(1)
    await go(carla, '/keeping/sessions')
    await carla.getByRole('row', { name: /Vera/ }).getByRole('button', { name: 'Encerrar' }).click()
    // Enter alone ends no session.
    expect(await carla.evaluate('document.activeElement.textContent')).toBe('Voltar')
    await carla.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await carla.getByText('Sessão encerrada').first().waitFor()
    // The issuer's session may still be valid and log in again: that is a new session.
    expect(await sessions()).not.toContainEqual(before[0])
    await vera.context().close()
    pages.complaints.splice(0)
  })
})

describe('the journal', () => {
  it('is read by an auditor: found by subject, with values before and after as text, and personal data with a reason', async () => {
    const davi = await pages.visit('Davi', '/journal')
    await davi.getByLabel('Ação', { exact: true }).waitFor()
    const rooms = davi.getByRole('navigation', { name: 'Navegação' }).getByRole('link')
    expect(await rooms.allInnerTexts()).toEqual(['Indicadores', 'Trilha de auditoria'])
    await davi.getByLabel('Ação', { exact: true }).selectOption('createUser')
    await davi.getByRole('button', { name: 'Mostrar' }).click()
    await davi.waitForURL(`${pages.url}/journal?operation=createUser`)
    await davi.getByRole('row').filter({ hasText: 'Carla Operadora' }).getByRole('link').first().click()
    await davi.getByRole('row', { name: 'Situação – Ativo' }).waitFor()
    expect(await davi.content()).not.toContain('Aurora')
    await davi.keyboard.press('v')
    await davi.getByRole('dialog').getByRole('textbox').fill('Auditoria de novembro')
    await davi.getByRole('dialog').getByRole('button', { name: 'Exibir' }).click()
    await davi.getByRole('row', { name: 'Nome – Aurora Pagamentos' }).waitFor()

    await davi.getByRole('link', { name: 'Trilha de auditoria' }).first().click()
    await davi.getByRole('row').filter({ hasText: 'Exibiu os dados pessoais de um registro da trilha' }).waitFor()
    await davi.getByRole('row').filter({ hasText: 'Solicitou: Desativação de um usuário' }).waitFor()
    // A document is not an id, and must not get into a URL.
    await davi.getByLabel('Id do registro').fill('12345678909')
    await davi.getByRole('button', { name: 'Mostrar' }).click()
    expect(davi.url()).not.toContain('12345678909')
    await davi.context().close()
    expect(pages.complaints).toEqual([])
  })
})

describe('the figures', () => {
  it('show a team lead new and decided cases, by day and by kind, with a download', async () => {
    await go(bruno, '/figures')
    const tile = (name: string) =>
      bruno.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd').first()
    await tile('Recebidos').waitFor()
    const [from, to] = [
      await bruno.getByLabel('De', { exact: true }).inputValue(),
      await bruno.getByLabel('Até', { exact: true }).inputValue(),
    ]
    const as = pages.desk.person('lead', 'approver')
    const { body } = await pages.desk.ask({ url: `/v1/figures?from=${from}&to=${to}`, as })
    const total = body['total'] as Record<'came' | 'decided', number>
    expect(total.came).toBeGreaterThan(4)
    expect(total.decided).toBeGreaterThan(0)
    expect(await tile('Recebidos').innerText()).toBe(String(total.came))
    expect(await tile('Decididos por analistas').innerText()).toBe(String(total.decided))
    const now = body['now'] as Record<'waiting' | 'overdue', { count: number }>
    expect(await tile('Na fila agora').innerText()).toBe(String(now.waiting.count))
    expect(await tile('Em atraso agora').innerText()).toBe(String(now.overdue.count))
    await bruno.getByRole('img', { name: new RegExp(`^Recebidos: ${total.came};`) }).waitFor()
    await bruno.getByRole('row', { name: new RegExp(`^Total ${total.came} ${total.decided} `) }).waitFor()
    expect(await tile('Taxa de aprovação').innerText()).toMatch(/^\d+(,\d)?%$/)

    await bruno.getByRole('link', { name: '7 dias' }).click()
    await bruno.waitForURL(`${pages.url}/figures?days=7`)
    const shown = bruno.getByRole('navigation', { name: 'Período' }).locator('[aria-current=page]')
    expect(await shown.allInnerTexts()).toEqual(['7 dias'])
    const [file] = await Promise.all([
      bruno.waitForEvent('download'),
      bruno.getByRole('link', { name: 'Baixar como planilha' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('day,kind,came,decided,left,late')
    expect(pages.complaints).toEqual([])
  })
})
