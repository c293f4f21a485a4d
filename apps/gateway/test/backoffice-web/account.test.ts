import { randomUUID } from 'node:crypto'
import { createBackofficePages, type DeskPages } from '@eclusa/testing/backoffice-pages.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let pages: DeskPages
let user: TestUser
let ana: Page
beforeAll(async () => {
  pages = await createBackofficePages({ DESK_SECOND_EYES: 'account_verdict', DESK_FRESH_SECONDS: '600' })
  user = await pages.gateway.user()
  ana = await pages.visit('Ana')
})
afterAll(() => pages.close())

/** A waiting account of a waiting client. */
async function account(): Promise<string> {
  const clients = '/v1/crossborder/clients'
  const post = async (url: string, body: object) =>
    String((await pages.gateway.ask({ method: 'POST', url, as: user, body })).body['id'])
  const client = await post(clients, { ...shown('createClient'), document: randomUUID(), name: 'Canary Client' })
  return post(`${clients}/${client}/accounts`, { ...shown('createAccount'), account_name: 'Canary Somebody Else' })
}
const rowOf = (id: string) => ana.locator(`main a[href*="${id}"]`)
const statusOf = async (id: string) =>
  (await pages.gateway.db.admin.query('select status, version from crossborder_accounts where id = $1', [id])).rows[0]

describe('an account abroad', () => {
  it('from the queue to the decision by mouse: it waits for a second person', async () => {
    const id = await account()
    await ana.goto(`${pages.url}/?kind=account`)
    await rowOf(id).click()
    await ana.getByText('C••• S••• E•••').waitFor()
    expect(await ana.getByText('O nome do titular no banco difere do nome do cliente.').count()).toBe(0)
    await ana.getByRole('button', { name: 'Exibir' }).click()
    await ana.getByRole('button', { name: 'Conferir com o cadastro' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Exibir' }).click()
    await ana.getByText('Canary Somebody Else').waitFor()
    await ana.getByText('O nome do titular no banco difere do nome do cliente.').waitFor()
    await ana.getByLabel('Desativar').click()
    await ana.getByRole('button', { name: 'Conta de outra pessoa' }).click()
    await ana.locator('form').getByRole('button', { name: 'Desativar' }).click()
    await ana.getByText('Aguardando aprovação').waitFor()
    await ana.getByRole('link', { name: 'Ver a solicitação' }).waitFor()
    expect(await statusOf(id)).toMatchObject({ status: 'PENDING' })
  })

  it('and again by keyboard only', async () => {
    const id = await account()
    await ana.goto(`${pages.url}/?kind=account`)
    await rowOf(id).waitFor()
    do await ana.keyboard.press('j')
    while (!(await rowOf(id).evaluate((link) => link.matches(':focus'))))
    await ana.keyboard.press('Enter')
    await ana.getByRole('heading', { name: 'Decisão' }).waitFor()
    await ana.keyboard.press('1')
    await ana.keyboard.press('Tab')
    await ana.keyboard.press('Enter')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Aguardando aprovação').waitFor()
    const { rows } = await pages.gateway.db.admin.query('select reason from proposals where subject_id = $1', [id])
    expect(rows).toEqual([{ reason: 'O banco confirmou o titular' }])
    expect(pages.complaints).toEqual([])
  })

  it('a second person whose login is too old logs in again, comes back to the proposal and approves', async () => {
    const id = await account()
    const as = pages.desk.person('carol', 'analyst')
    const body = { user_id: user.user_id, status: 'ACTIVE', seen: 1, reason: 'looked at' }
    const proposed = await pages.desk.ask({ method: 'POST', url: `/v1/accounts/${id}/verdict`, as, body })
    const proposal = `/proposals/${String(proposed.body['id'])}`
    const bruno = await pages.visit('Bruno', proposal)
    await pages.gateway.db.admin.query("update backoffice_sessions set auth_time = auth_time - interval '1 hour'")
    const approve = async () => {
      await bruno.getByLabel('Motivo').waitFor()
      await bruno.keyboard.press('1')
      await bruno.getByLabel('Motivo').fill('the papers agree')
      await bruno.keyboard.press('Control+Enter')
    }
    await approve()
    await bruno.getByRole('button', { name: /^Bruno/ }).click()
    await bruno.waitForURL(`${pages.url}${proposal}`)
    expect(await statusOf(id)).toMatchObject({ status: 'PENDING' })
    await approve()
    await expect.poll(() => statusOf(id)).toMatchObject({ status: 'ACTIVE' })
    await bruno.context().close()
    // The browser logs the 401 itself.
    expect(pages.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
    pages.complaints.splice(0)
  })

  it('decided by a colleague meanwhile: the page shows it, and the current state', async () => {
    const id = await account()
    // A page without realtime changes: only its requests are answered.
    const deaf = await ana.context().newPage()
    await deaf.route('**/v1/cases/live', (route) => route.abort())
    await deaf.goto(`${pages.url}/cases/account/${id}?user_id=${user.user_id}`)
    await deaf.getByRole('heading', { name: 'Decisão' }).waitFor()
    await pages.gateway.db.admin.query('update crossborder_accounts set version = version + 1 where id = $1', [id])
    await deaf.keyboard.press('2')
    await deaf.keyboard.press('Tab')
    await deaf.keyboard.press('Enter')
    await deaf.keyboard.press('Control+Enter')
    await deaf.getByText('O caso mudou enquanto você analisava').waitFor()
    await deaf.close()
    pages.complaints.splice(0)
  })
})
