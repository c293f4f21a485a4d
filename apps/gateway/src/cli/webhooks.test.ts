import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { give } from '@eclusa/testing/terminal.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSecret, sign, spellSecret } from '../events/signature.ts'
import { readContract } from './client/contract.ts'
import { causes } from './client/event-triggers.ts'
import { simulations } from './client/simulate.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let gateway: TestGateway
let user: TestUser
let sink: WebhookSink
let env: Record<string, string>
let account: Awaited<ReturnType<TestGateway['account']>>

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  sink = await startWebhookSink()
  account = await gateway.account(user)
  const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  env = { PATH: process.env['PATH']!, ...compiled, ECLUSA_URL: url, ECLUSA_TOKEN: user.token }
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
  it('accepts a genuine message and reports the problem of any other', async () => {
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
    // Two more polls of the same period.
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

describe('logs tail', () => {
  it('shows requests when they are answered, until Ctrl-C', async () => {
    const child = spawn(process.execPath, [main, 'logs', 'tail'], { env })
    const said: string[] = []
    child.stdout.on('data', (text: Buffer) => said.push(text.toString()))
    await once(child.stderr, 'data')
    await effect('watched')
    // A request of the second before may be recorded only now: the last poll of `listen` is shown, too.
    const lines = () =>
      said
        .join('')
        .split('\n')
        .filter((line) => line.includes('  updateAccount  '))
    for (let tries = 0; lines().length === 0 && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(lines()).toEqual([
      expect.stringMatching(/^\S+ {2}200 {2}PATCH {2}\S+ {2}updateAccount {2}\d+ ms {4}[0-9a-f-]{36}$/),
    ])
  })
})

describe('events tail', () => {
  it('starts in the past, applies filters, and ends after a number of events', async () => {
    await effect('tailed')
    const of = ['events', 'tail', '--since', '1h', '--object', account.account_id]
    const two = await give(env, [...of, '--count', '2'])
    expect(two.code).toBe(0)
    expect(
      two.out
        .trim()
        .split('\n')
        .map((line) => line.split('  ')[2]),
    ).toEqual(Array(2).fill(account.account_id))
    const type = 'crossborder.account.updated'
    const one = await give(env, [...of, '--count', '1', '--type', type, '--json'])
    expect(JSON.parse(one.out)).toMatchObject({ type, object_id: account.account_id })
  })
})

describe('trigger', () => {
  it('tests an endpoint, and shows the event', async () => {
    const endpoint_id = await endpoint()
    const made = await give(env, [
      'webhooks',
      'trigger',
      'webhooks.endpoint.tested',
      '--endpoint_id',
      endpoint_id,
      '--json',
    ])
    expect(made).toMatchObject({ code: 0, err: '' })
    const [, event] = made.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(event).toMatchObject({ type: 'webhooks.endpoint.tested', data: { endpoint_id } })
  })

  it('describes what else triggers an event, and rejects unknown types', async () => {
    const own = await give(env, ['webhooks', 'trigger', 'crossborder.client.created'])
    expect(own).toMatchObject({ code: 2, err: expect.stringContaining('eclusa call createClient') as string })
    const due = await give(env, ['webhooks', 'trigger', 'users.onboarding.expired'])
    expect(due).toMatchObject({ code: 2, err: expect.stringContaining('eclusa clock advance') as string })
    const operations = new Set(readContract().operations.map(({ name }) => name))
    const short = new Set(simulations().map(({ short }) => short))
    for (const cause of Object.values(causes)) {
      if ('call' in cause) expect(operations).toContain(cause.call)
      if ('simulate' in cause) expect(short).toContain(cause.simulate)
    }
  })
})

async function endpoint(): Promise<string> {
  const body = { url: `https://hooks.example/${randomUUID()}`, event_types: ['crossborder.account.updated'] }
  return String((await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })).body['id'])
}

describe('deliveries, resend, recover', () => {
  it('show deliveries and send them again through the API', async () => {
    const [endpoint_id] = [await endpoint(), await endpoint()]
    await effect('told')
    const listed = await give(env, ['--json', 'webhooks', 'deliveries', '--endpoint', endpoint_id])
    const [delivery] = JSON.parse(listed.out) as { delivery_id: string; status: string }[]
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: 0 })
    for (let twice = 0; twice < 2; twice += 1)
      expect(await give(env, ['webhooks', 'resend', delivery!.delivery_id])).toMatchObject({ code: 0 })
    const { data } = (await gateway.ask({ url: '/v1/events?type=crossborder.account.updated', as: user })).body as {
      data: { id: string }[]
    }
    const byEvent = await give(env, ['--json', 'webhooks', 'resend', data[0]!.id])
    const sent = JSON.parse(byEvent.out) as { event_type: string }[]
    expect(new Set(sent.map(({ event_type }) => event_type))).toEqual(new Set(['crossborder.account.updated']))
    expect(sent.length).toBeGreaterThanOrEqual(2)
    const recovered = await give(env, ['--json', 'webhooks', 'recover', endpoint_id, '--since', '2026-01-01T00:00:00Z'])
    expect(JSON.parse(recovered.out)).toMatchObject({ endpoint_id, since: '2026-01-01T00:00:00.000Z' })
    const refused = await give(env, ['webhooks', 'resend', endpoint_id])
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/^WEBHOOKS_DELIVERY_NOT_FOUND: /)
  })
})
