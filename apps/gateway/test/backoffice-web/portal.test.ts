import { randomUUID } from 'node:crypto'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import { createTestPortal, type TestRoom } from '@eclusa/testing/portal.ts'
import { effects, endpointsOf, hookUrl } from '@eclusa/testing/webhooks.ts'
import { startDeliverer } from '@eclusa/testing/worker.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'

const AURORA = 'Aurora Pagamentos'
const BAIA = 'Baía Remessas'
const UPDATED = 'crossborder.account.updated'

let room: TestRoom
let sink: WebhookSink
let deliverer: { stop(): Promise<void> }
let aurora: TestUser
let account_id: string
/** The response of the sink. */
let status = 500

beforeAll(async () => {
  room = await createTestPortal()
  sink = await startWebhookSink(() => ({ status, body: `said ${status}` }))
  aurora = await room.user(AURORA)
  await room.user(BAIA)
  await endpointsOf(room.gateway, aurora).made({
    url: `${sink.url}/hooks`,
    event_types: [UPDATED],
    description: 'books',
  })
  account_id = await effects(room.gateway, aurora, 1)
  deliverer = startDeliverer(room.gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.05' })
})
afterAll(async () => {
  await deliverer.stop()
  await room.close()
  await sink.close()
})

const statuses = async () => (await room.gateway.db.admin.query('select status from webhook_deliveries')).rows

it('a person of a user logs in, sees an event, and sends a failed delivery again until it is delivered', async () => {
  await expect.poll(statuses).toContainEqual({ status: 'FAILED' })
  const page = await room.visit(AURORA, '/events')
  await page.getByRole('link', { name: UPDATED }).click()
  await page.getByRole('region', { name: 'Payload enviado' }).getByText(account_id).waitFor()

  await page.getByRole('link', { name: 'Endpoints' }).first().click()
  await page.getByText('Falhando').waitFor()
  await page.getByRole('link', { name: `${sink.url}/hooks` }).click()
  await page.getByRole('link', { name: 'Falhas' }).click()
  await page.getByRole('table').getByText('500').waitFor()
  await page.getByRole('link', { name: UPDATED }).click()
  await page.getByText('said 500').first().waitFor()
  expect(await page.getByRole('row').count()).toBe(1 + 2)

  status = 204
  await page.getByRole('button', { name: 'Reenviar' }).click()
  await page.getByRole('main').getByText('Entregue', { exact: true }).waitFor()
  await page.getByRole('cell', { name: '204' }).waitFor()
  expect(sink.heard.at(-1)).toMatchObject({ path: '/hooks', status: 204 })
  // For a private address no status is stored, although the delivery was received.
  await room.gateway.db.admin.query(
    `update webhook_deliveries set attempts = jsonb_build_array((attempts -> -1) - 'status_code' - 'response_excerpt')
     where status = 'DELIVERED'`,
  )
  await page.reload()
  await page.getByRole('cell', { name: 'Recebida', exact: true }).waitFor()
  expect(await page.getByText('Sem resposta').count()).toBe(0)
  await page.context().close()
  expect(room.complaints).toEqual([])
})

it('an endpoint is created, tested, gets another secret, is stopped and deleted', async () => {
  const page = await room.visit(AURORA)
  const url = `${sink.url}/second`
  await page.getByRole('button', { name: 'Novo endpoint' }).click()
  await page.getByLabel('URL').fill(url)
  await page.getByRole('dialog').getByRole('button', { name: 'Novo endpoint' }).click()
  const first = await page.locator('code', { hasText: 'whsec_' }).textContent()
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Enviar um teste' }).click()
  await page.getByRole('link', { name: 'webhooks.endpoint.tested' }).waitFor()
  await expect.poll(() => sink.heard.map(({ path }) => path)).toContain('/second')

  const more = async (name: string) => {
    await page.getByRole('button', { name: 'Mais' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Rotacionar|Desativar|Excluir)/ })
      .click()
  }
  await more('Rotacionar o segredo')
  const second = await page.locator('code', { hasText: 'whsec_' }).textContent()
  expect(second).not.toBe(first)
  await more('Desativar')
  await page.getByText('A pedido').waitFor()
  await more('Excluir')
  await page.waitForURL(`${room.url}/endpoints`)
  await expect.poll(() => page.getByRole('link', { name: url }).count()).toBe(0)
  await page.context().close()
  expect(room.complaints).toEqual([])
})

it('a request is found by its id, a failed one among the failed, and a key shows its last use', async () => {
  const { key } = await room.gateway.apiKey(aurora)
  const url = '/v1/crossborder/clients/01981f3a-7c1e-4b52-9d0a-5f3c2b1a0e4d'
  const refused = await room.gateway.ask({ url, headers: { 'x-api-key': key } })
  expect(refused.status).toBe(404)
  const request_id = String(refused.headers['x-request-id'])
  const broken = await room.gateway.ask({
    method: 'POST',
    url: '/v1/crossborder/clients',
    headers: { 'x-api-key': key },
    body: { document: 12 },
  })
  // Both are written after the response is sent.
  const written = async () =>
    (
      await room.gateway.db.admin.query<{ written: boolean }>(
        `select exists (select from request_log where id = $1) and exists (
          select from api_keys where user_id = $2 and last_used_at is not null) as written`,
        [request_id, aurora.user_id],
      )
    ).rows
  await expect.poll(written).toEqual([{ written: true }])
  const page = await room.visit(AURORA, '/requests?failed=true')
  await page.getByRole('table').getByText('CROSSBORDER_CLIENT_NOT_FOUND').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(request_id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'getClient' }).waitFor()
  await page.getByText('Chave de API').waitFor()
  await page.goto(`${room.url}/requests/${broken.headers['x-request-id']}`)
  await page.getByText('/body/document', { exact: true }).waitFor()
  await page.getByText('IS_STRING').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.getByRole('cell', { name: 'Ativa' }).waitFor()
  expect(await page.getByText('Nunca usada').count()).toBe(0)
  await page.context().close()
  expect(room.complaints).toEqual([])
})

it("nothing of another user is visible, and another's URL is 404", async () => {
  const { rows } = await room.gateway.db.admin.query<{ id: string }>('select id from webhook_deliveries limit 1')
  const page = await room.visit(BAIA, '/events')
  await page.getByText('Nenhum evento com estes filtros.').waitFor()
  await page.getByRole('link', { name: 'Endpoints' }).first().click()
  await page.getByText('Nenhum endpoint ainda.').waitFor()
  await page.goto(`${room.url}/keys`)
  await page.getByText('Nenhuma chave de API.').waitFor()
  await page.goto(`${room.url}/deliveries/${rows[0]!.id}`)
  await page.getByText('DELIVERY_NOT_FOUND').waitFor()
  await page.context().close()
  room.complaints.splice(0)
})

it('keeps no token where another page could read it, recovers after a reload, and logs out for good', async () => {
  const page = await room.visit(AURORA, `/events?type=${UPDATED}`)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.reload()
  await page.getByRole('link', { name: UPDATED }).waitFor()
  const kept = String(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  )
  expect(kept).not.toMatch(/ey[\w-]+\.|verifier|Aurora/)
  expect(addresses.join(' ')).not.toMatch(/ey[\w-]+\.ey|Aurora/)

  await page.getByRole('button', { name: /Aurora/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('heading', { name: 'Você saiu' }).waitFor()
  expect(addresses.join(' ')).not.toMatch(/ey[\w-]+\.ey/)
  // The next visitor has to log in.
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: BAIA }).waitFor()
  // A return without a login begun here is rejected.
  await page.goto(`${room.url}/return?code=stolen&state=forged`)
  await page.getByText('Este login não foi iniciado neste navegador').waitFor()
  expect(page.url()).toBe(`${room.url}/return`)
  await page.context().close()
})

it('a token is renewed in the background; where that is refused, a login returns to the same page', async () => {
  const page = await room.visit(AURORA, `/events?type=${UPDATED}`)
  const grants: (string | null)[] = []
  // Every token is about to expire: the next request needs a new one.
  await page.route(`${room.issuer.url}/token`, async (route) => {
    grants.push(new URLSearchParams(route.request().postData()!).get('grant_type'))
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), expires_in: 20 } })
  })
  await page.reload()
  await page.getByRole('link', { name: UPDATED }).waitFor()
  expect(grants.slice(0, 2)).toEqual(['authorization_code', 'refresh_token'])
  let visits = 0
  page.on('framenavigated', () => (visits += 1))
  await page.getByRole('link', { name: UPDATED }).click()
  await page.getByRole('region', { name: 'Payload enviado' }).getByText(account_id).waitFor()
  expect(grants.filter((grant) => grant === 'authorization_code')).toHaveLength(1)
  expect(grants.at(-1)).toBe('refresh_token')
  // Within the page, and not by the issuer's redirect.
  expect(visits).toBe(1)

  await room.issuer.revoke(aurora.user_id)
  await page.getByRole('link', { name: 'Entregas' }).first().click()
  await page.waitForURL(`${room.url}/deliveries`)
  // Cached data may be shown once more before the redirect to the issuer.
  await expect.poll(() => grants.filter((grant) => grant === 'authorization_code')).toHaveLength(2)
  await page.waitForURL(`${room.url}/deliveries`)
  await page.getByRole('table').getByRole('link', { name: UPDATED }).first().waitFor()
  await page.context().close()
  // The browser itself logs the refused renewal.
  room.complaints.splice(0)
})

it('the owner of a product acts for a target user, sees that on every page, and never mixes the data of both', async () => {
  const target = await room.gateway.user()
  const owner = await room.gateway.acting(target)
  room.issuer.ofUsers.push({ id: decodeJwt(owner.token).sub!, name: 'Dona do Produto' })
  const { url } = await endpointsOf(room.gateway, owner).made({ url: hookUrl() })
  await pendingClient(room.gateway, owner)
  const address = `${room.url}/endpoints?product=${owner.product_id}&user=${target.user_id}`
  const short = target.user_id.slice(-8)

  const page = await room.visit('Dona do Produto')
  await page.getByText('Operando em nome próprio').waitFor()
  await page.getByText('Nenhum endpoint ainda.').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('em nome de outro')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(short) })
    .click()
  await page.waitForURL(address)
  await page.getByText(`Operando em nome de …${short}`).waitFor()
  await page.getByRole('link', { name: url }).waitFor()
  // It is kept in every link, and through the login.
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.waitForURL(address.replace('endpoints', 'events'))
  await page.getByRole('link', { name: 'crossborder.client.created' }).waitFor()
  await page.reload()
  await page.getByText(`Operando em nome de …${short}`).waitFor()
  await page.getByRole('link', { name: 'crossborder.client.created' }).waitFor()

  await page.getByRole('button', { name: 'Voltar a operar em nome próprio' }).click()
  await page.getByText('Operando em nome próprio').waitFor()
  await page.getByText('Nenhum endpoint ainda.').waitFor()
  await page.goBack()
  await page.getByText(`Operando em nome de …${short}`).waitFor()
  await page.getByRole('link', { name: 'crossborder.client.created' }).waitFor()

  // An existing user who is no target user and an unknown user get the same response.
  await page.getByRole('button', { name: 'Operar em nome de outro usuário' }).click()
  await page.getByLabel('Usuário-alvo').fill(randomUUID())
  await page.getByRole('button', { name: 'Operar em nome deste usuário' }).click()
  await page.getByText('PRODUCT_FORBIDDEN').first().waitFor()
  expect(await page.getByRole('link', { name: url }).count()).toBe(0)

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos de teclado' }).getByText('Entregas').waitFor()
  await page.context().close()
  room.complaints.splice(0)
})
