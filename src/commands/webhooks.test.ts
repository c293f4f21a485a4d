import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhookSink, type WebhookSink } from '../../sandbox/webhook-sink/sink.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../test/support/gateway.ts'
import { makeSecret, sign, spellSecret } from '../events/signature.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let gateway: TestGateway
let user: TestUser
let sink: WebhookSink
let env: NodeJS.ProcessEnv
let account: Awaited<ReturnType<TestGateway['account']>>

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  sink = await startWebhookSink()
  account = await gateway.account(user)
  env = { ...process.env, ECLUSA_URL: await gateway.app.listen({ port: 0 }), ECLUSA_TOKEN: user.token }
})
afterAll(async () => {
  await gateway.close()
  await sink.close()
})

async function eclusa(words: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const child = execFile(process.execPath, [main, ...words], { env })
  let [out, err] = ['', '']
  child.stdout!.on('data', (text: string) => (out += text))
  child.stderr!.on('data', (text: string) => (err += text))
  child.stdin!.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

async function effect(nickname: string, { url } = account): Promise<void> {
  expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname } })).status).toBe(200)
}

describe('verify', () => {
  it('accepts what is genuine and says what is wrong with the rest', async () => {
    const secret = makeSecret()
    const body = '{"type":"x"}'
    const headers = sign('evt', new Date(), body, [makeSecret(), secret])
    const words = (spelled: string) =>
      `--json webhooks verify --secret ${spelled} --id evt --timestamp ${headers['webhook-timestamp']}`
        .split(' ')
        .concat('--signature', headers['webhook-signature'])
    expect(await eclusa(words(spellSecret(secret)), body)).toMatchObject({ code: 0, out: '{"verified":true}\n' })
    const changed = await eclusa(words(spellSecret(secret)), `${body} `)
    expect(changed.code).toBe(1)
    expect(JSON.parse(changed.out)).toMatchObject({
      verified: false,
      reason: expect.stringContaining('no signature') as string,
    })
    expect(await eclusa(words(spellSecret(makeSecret())), body)).toMatchObject({ code: 1 })
  })
})

describe('listen', () => {
  it('forwards each new event once, signed with the secret it prints', async () => {
    const other = await gateway.account(user)
    await effect('before')
    const child = spawn(process.execPath, [main, 'webhooks', 'listen', '--forward-to', `${sink.url}/local`], { env })
    const [first] = (await once(child.stdout, 'data')) as [Buffer]
    const secret = /whsec_\S+/.exec(first.toString())![0]
    await effect('first')
    await effect('second', other)
    for (let tries = 0; sink.heard.length < 2 && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    // Two more looks at the same stretch of time.
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    child.kill('SIGINT')
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(0)
    const told = sink.heard.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    )
    expect(told.map((event) => (event as { object_id: string }).object_id)).toEqual([
      account.account_id,
      other.account_id,
    ])
  })
})

describe('deliveries, resend, recover', () => {
  it('show and mend through the API', async () => {
    const body = { url: 'https://hooks.example/', event_types: ['crossborder.account.updated'] }
    const made = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })
    const endpoint_id = String(made.body['id'])
    await effect('told')
    const listed = await eclusa(['--json', 'webhooks', 'deliveries', '--endpoint', endpoint_id])
    const [delivery] = JSON.parse(listed.out) as { delivery_id: string; status: string }[]
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 0 })
    for (let twice = 0; twice < 2; twice += 1)
      expect(await eclusa(['webhooks', 'resend', delivery!.delivery_id])).toMatchObject({ code: 0 })
    const recovered = await eclusa(['--json', 'webhooks', 'recover', endpoint_id, '--since', '2026-01-01T00:00:00Z'])
    expect(JSON.parse(recovered.out)).toMatchObject({ endpoint_id, since: '2026-01-01T00:00:00.000Z' })
    const refused = await eclusa(['webhooks', 'resend', endpoint_id])
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/^WEBHOOKS_DELIVERY_NOT_FOUND: /)
  })
})
