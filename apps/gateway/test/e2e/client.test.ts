import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type CutLine, createCutConnection } from '@eclusa/testing/cut-connection.ts'
import { type RunningSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { logIn } from './backoffice-session.ts'
import { type ClientPackage, type PackedClient, packClient } from './packed-client.ts'
import { until } from './wait-until.ts'

/** The packed client with a whole gateway. The connections to the gateway and to its database are cut. */
let sandbox: RunningSandbox
let wire: Wire
let line: CutLine
let packed: PackedClient
let client: ClientPackage
let eclusa: ReturnType<ClientPackage['connect']>
let user: RunningSandbox['users'][0]
let params: { client_id: string }

beforeAll(async () => {
  wire = await createWire(inject('adminUrl'))
  ;[sandbox, packed] = await Promise.all([startSandbox({ DATABASE_URL: wire.url }), packClient()])
  client = packed.client
  line = await createCutConnection(Number(new URL(sandbox.base_url).port))
  user = sandbox.users[0]!
  params = { client_id: user.client_id }
  eclusa = client.connect({ baseUrl: line.url, token: () => user.token, language: 'en-US', userAgent: 'journey/1' })
})
afterAll(async () => {
  await line?.close()
  await sandbox?.stop()
  await wire?.close()
  await packed?.remove()
})

const account = () =>
  ({
    country: 'US',
    currency_symbol: 'USD',
    account_type: 'CHECKING',
    account_number: randomUUID(),
    bank_name: 'Example Bank',
    bank_code: '021000021',
    bank_code_type: 'ABA',
  }) as const

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The result of creating this account: the accounts with that number, and the number of creation events. */
async function effectsOf({ account_number }: { account_number: string }) {
  const accounts = await all(client.paginate(eclusa.listAccounts, { params }))
  const ids = accounts.filter((one) => one.account_number === account_number).map(({ id }) => id)
  const type = 'crossborder.account.created'
  const told = ids.map((object_id) => all(client.paginate(eclusa.listEvents, { query: { object_id, type } })))
  return { ids, told: (await Promise.all(told)).flat().length }
}

/** Applies the fault to both connections at this moment of a write, once. Returns whether it was reached. */
const moments = {
  before: (about: string) => stopAt(about, 'hold-commit'),
  during: (about: string) => stopAt(about, 'hold-answer'),
  after() {
    let cut = false
    void line.cutAnswerAfter(1).then(() => (cut = true))
    return () => cut
  },
}
function stopAt(about: string, atCommit: Wire['atCommit']) {
  let cut = false
  const onHeld = () => {
    cut = true
    wire.atCommit = 'pass'
    line.cut()
    wire.cut()
  }
  Object.assign(wire, { about, atCommit, onHeld })
  return () => cut
}
const loseNextAnswer = () => void line.cutAnswerAfter(1)
const loseNextRequest = () => void line.cutAfter(10).then(() => line.mend())

describe.each([
  undefined,
  'nonce',
  'x-transaction-uuid',
  'x-transaction-uuid&nonce',
  'nonce&x-transaction-uuid',
] as const)('a connection that is cut, under the schema %s', (replay) => {
  it.each([
    ['before', false],
    ['during', true],
    ['after', true],
  ] as const)('%s COMMIT: one effect, and the caller has the record', async (moment, recovered) => {
    const body = account()
    const wasCut = moments[moment](body.account_number)
    const answer = await eclusa.createAccount({ params, body, ...(replay && { replay }) })
    expect(wasCut()).toBe(true)
    expect(answer).toMatchObject({ recovered, data: body, etag: expect.any(String) })
    expect(await effectsOf(body)).toEqual({ ids: [answer.data.id], told: 1 })
  })
})

describe('the repeat of another request is an error', () => {
  const refused = { name: 'Problem', status: 409, code: 'REPLAY' }

  it('at the first attempt, which names what it repeats', async () => {
    const asked = { params: { ...params, account_id: user.account_id }, body: { nickname: randomUUID() } }
    const { request_id } = await eclusa.updateAccount(asked)
    const repeat = eclusa.updateAccount(asked)
    const members = { resource_id: user.account_id, first_request_id: request_id }
    await expect(repeat).rejects.toMatchObject({ ...refused, members })
    expect((await eclusa.updateAccount({ ...asked, replay: 'nonce' })).recovered).toBe(false)
  })

  it('after attempts without effect: by the gateway’s code, or because it happened before', async () => {
    const body = account()
    await eclusa.createAccount({ params, body })
    const limited = new Response(null, { status: 429, headers: { 'retry-after': '0' } })
    const answers = [async () => limited, fetch]
    const behind = client.connect({
      baseUrl: line.url,
      token: () => user.token,
      fetch: (...of) => answers.shift()!(...of),
    })
    await expect(behind.createAccount({ params, body })).rejects.toMatchObject(refused)
    expect(answers).toEqual([])

    await pause(2_100)
    loseNextRequest()
    await expect(eclusa.createAccount({ params, body })).rejects.toMatchObject(refused)
  })
})

describe('a lost response', () => {
  it('leaves an intention to continue with, in another process too', async () => {
    const body = account()
    loseNextAnswer()
    const once = eclusa.createAccount({ params, body, patience: { tries: 1 } })
    const { intention } = await once.then(
      () => expect.unreachable(),
      (error: InstanceType<ClientPackage['UnknownOutcomeError']>) => error,
    )
    const kept = JSON.parse(JSON.stringify(intention)) as typeof intention
    const { data, recovered } = await eclusa.createAccount({ params, body, intention: kept })
    expect(recovered).toBe(true)
    expect((await effectsOf(body)).ids).toEqual([data.id])
  })

  it('is not reported as a later error', async () => {
    const body = account()
    const tokens = [user.token, 'not.a.token', 'not.a.token']
    const token = () => ({ token: tokens.shift()!, expiresAt: 0 })
    const renewing = client.connect({ baseUrl: line.url, token })
    loseNextAnswer()
    const cause = { name: 'Problem', code: 'CREDENTIALS_REFUSED' }
    await expect(renewing.createAccount({ params, body })).rejects.toMatchObject({ name: 'UnknownOutcomeError', cause })
    expect((await effectsOf(body)).ids).toHaveLength(1)
  })

  it('in its middle counts as lost', async () => {
    const body = { nickname: randomUUID() }
    void line.cutAnswerAfter(400)
    const { data, recovered } = await eclusa.updateAccount({ params: { ...params, account_id: user.account_id }, body })
    expect({ recovered, nickname: data.nickname }).toEqual({ recovered: true, ...body })
  })

  it('of a bound read is repeated', async () => {
    loseNextAnswer()
    const { data, recovered } = await eclusa.getClient({ params, replay: 'nonce' })
    expect({ recovered, id: data.id }).toEqual({ recovered: true, id: user.client_id })
  })

  it('from a proxy proves nothing either', async () => {
    const body = account()
    const bad = async (...of: Parameters<typeof fetch>) => {
      await fetch(...of)
      return new Response('<h1>Bad gateway</h1>', { status: 502 })
    }
    const answers = [bad, fetch, fetch]
    const behind = client.connect({
      baseUrl: line.url,
      token: () => user.token,
      fetch: (...of) => answers.shift()!(...of),
    })
    expect(await behind.createAccount({ params, body })).toMatchObject({ recovered: true, data: body })
  })

  it('may contain a record that cannot be read', async () => {
    const address = {
      street_line_1: '2 Bay Street',
      city: 'Miami',
      state: 'FL',
      postal_code: '33101',
      country: 'US',
    } as const
    const body = {
      name: 'Ada Clement',
      type: 'NATURAL_PERSON',
      country: 'US',
      nationality: 'American',
      document: 'P7654321',
      document_type: 'PASSPORT',
      email: 'ada@clement.example',
      birth_date: '1990-02-28',
      issue_date: '2020-01-31',
      issuing_country: 'US',
      address,
    } as const
    loseNextAnswer()
    const { data, recovered } = await eclusa.createClient({ body })
    expect(recovered).toBe(true)
    expect(data.name).toBe(body.name)
    expect('address' in data).toBe(false)
  })

  it('with a value shown only once is reported as lost', async () => {
    loseNextAnswer()
    const body = { file_type: 'OTHERS', file_name: 'a.txt', size: 1, sha256: 'a'.repeat(64) } as const
    await expect(eclusa.createUpload({ body })).rejects.toMatchObject({
      name: 'ResponseLostError',
      operation: 'createUpload',
      resource_id: expect.any(String),
    })
  })
})

describe('credentials', () => {
  it('are renewed once after a rejection', async () => {
    const tokens = ['not.a.token', user.token]
    const renewed = client.connect({ baseUrl: line.url, token: () => tokens.shift()! })
    expect((await renewed.getClient({ params })).data.id).toBe(user.client_id)
    const refused = client.connect({ baseUrl: line.url, token: () => 'not.a.token', language: 'en-US' })
    const problem = { status: 401, code: 'CREDENTIALS_REFUSED', detail: expect.stringMatching(/Obtain a new one/) }
    await expect(refused.getClient({ params })).rejects.toMatchObject(problem)
  })

  it('may be a key', async () => {
    const byKey = client.connect({ baseUrl: line.url, apiKey: user.api_key })
    expect((await byKey.getClient({ params })).data.id).toBe(user.client_id)
  })
})

it('acts in products and wallets, and for permitted users', async () => {
  const { product_id: product, wallet_id: wallet } = user
  const { user_id: targetUser } = sandbox.users[1]!
  const own = eclusa.with({ product, wallet })
  expect((await own.listTransactions()).data.data.length).toBeGreaterThan(0)

  const other = own.with({ product, targetUser })
  await expect(other.listFiles()).rejects.toMatchObject({ code: 'PRODUCT_FORBIDDEN' })
  const carla = await logIn(sandbox, 'carla')
  await carla.post(`/v1/products/${product}/users`, { user_id: targetUser, reason: 'mandate signed' }, 201)
  const file = { file_type: 'OTHERS', file_name: 'theirs.csv', content: Buffer.from('a;b\n1;2\n') } as const
  const { data: theirs } = await other.upload(file)
  expect((await other.listFiles()).data.data.map(({ id }) => id)).toEqual([theirs.id])
  await expect(own.getFile({ params: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })

  await expect(own.with({ language: 'pt-BR', wallet: randomUUID() }).listTransactions()).rejects.toMatchObject({
    code: 'WALLET_FORBIDDEN',
    title: 'Carteira não permitida',
  })
})

it('names every violated rule', async () => {
  const broken = eclusa.createAccount({ params, body: { ...account(), bank_code: '021000022' } })
  await expect(broken).rejects.toMatchObject({
    name: 'Problem',
    request_id: expect.any(String),
    errors: [expect.objectContaining({ pointer: '/body/bank_code' })],
  })
})

it('walks three pages, each item once', async () => {
  const whole = await all(client.paginate(eclusa.listAccounts, { params, query: { page_size: 100 } }))
  const page_size = Math.ceil(whole.length / 3)
  const found = await all(client.pages(eclusa.listAccounts, { params, query: { page_size } }))
  expect(found).toHaveLength(3)
  expect(found.flat().map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
})

it('accepts a value that the contract does not have yet', async () => {
  line.misheard = ['"ACTIVE"', '"DROWSY"']
  const { data } = await eclusa.getAccount({ params: { ...params, account_id: user.account_id } })
  line.misheard = undefined
  expect(data.status).toBe('DROWSY')
})

it('uploads a file in one call, despite lost responses', async () => {
  const content = new TextEncoder().encode(`id;amount\n${randomUUID()};1\n`)
  const file = { file_type: 'OTHERS', file_name: 'amounts.csv', content } as const
  loseNextAnswer()
  const { data } = await eclusa.upload(file)
  expect(data).toMatchObject({ state: 'READY', size: content.length, file_name: 'amounts.csv' })
  const { data: address } = await eclusa.getFileUrl({ params: { id: data.id } })
  expect(new Uint8Array(await (await fetch(address.url)).arrayBuffer())).toEqual(content)
  expect((await eclusa.upload({ ...file, content: new Blob([content]) })).data.id).not.toBe(data.id)
  const misnamed = eclusa.upload({ ...file, file_name: 'amounts.pdf' })
  await expect(misnamed).rejects.toMatchObject({ name: 'Problem', code: 'STORAGE_FILE_REFUSED' })
})

it('accepts the webhooks of the gateway, under each secret, and no others', async () => {
  const sink = await startWebhookSink()
  const { data: endpoint } = await eclusa.createEndpoint({ body: { url: sink.url } })
  const first = 'secret' in endpoint ? endpoint.secret : expect.unreachable()
  const at = { params: { endpoint_id: endpoint.id } }
  const { data: rotated } = await eclusa.rotateSecret({ ...at, body: { previous_valid_hours: 1 } })
  const second = 'secret' in rotated ? rotated.secret : expect.unreachable()
  await eclusa.testEndpoint(at)
  const { body, headers } = await until('the webhook', async () =>
    sink.heard.find((one) => one.body.includes('webhooks.endpoint.tested')),
  )
  await sink.close()

  for (const secrets of [first, second, [`whsec_${btoa(randomUUID())}`, first]]) {
    const event = await client.verifyWebhook({ body: Buffer.from(body), headers }, { secrets })
    expect(client.isEvent(event, 'webhooks.endpoint.tested')).toBe(true)
    expect(event.id).toBe(headers['webhook-id'])
  }
  const tampered = body.replace(endpoint.id, randomUUID())
  expect(tampered).not.toBe(body)
  const trust = { secrets: [first, second] }
  await expect(client.verifyWebhook({ body: tampered, headers }, trust)).rejects.toThrow(
    client.WebhookVerificationError,
  )
  const later = Date.now() + 400_000
  await expect(client.verifyWebhook({ body, headers }, trust, later)).rejects.toThrow(client.WebhookVerificationError)
})

describe('tsc --strict', () => {
  const head = `import { connect, type schemas } from '@eclusa/client'
    const eclusa = connect({ baseUrl: '', apiKey: '' })
    const params = { client_id: '', account_id: '' }`
  const accepted = `
    const status: schemas['Account']['status'] = 'DROWSY'
    export const { data } = await eclusa.getAccount({ params })
    export const country: string = data.country, known: 'ACTIVE' extends typeof data.status ? true : false = true
    export const { data: endpoint } = await eclusa.createEndpoint({ body: { url: '' } })
    export const told: string | undefined = 'secret' in endpoint ? endpoint.secret : undefined
    eclusa.with({ product: '', targetUser: '' }); void status`
  const refused = [
    `eclusa.getAccount()`,
    `eclusa.getAccount({ params: { client_id: '' } })`,
    `eclusa.updateAccount({ params, body: { account_type: 'DROWSY' } })`,
    `eclusa.updateAccount({ params, body: { nickname: 1 } })`,
    `eclusa.with({ targetUser: '' })`,
    `connect({ baseUrl: '' })`,
    `eclusa.getAccount({ params }).then(({ data }) => data.nickname.length)`,
    `eclusa.createEndpoint({ body: { url: '' } }).then(({ data }) => data.secret)`,
  ]

  /** Each example runs without the others, with only the connection set up. */
  function program(guide: string): string {
    const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
    expect(blocks.length).toBeGreaterThan(5)
    const imports = [...guide.matchAll(/^import \{ (.*) \}/gm)].flatMap(([, names]) => names!.split(', '))
    const [connecting, ...others] = blocks.map((code) => code.replaceAll(/^import .*$/gm, ''))
    const parts = others.map((code) => `void (async () => {\n${code}\n})`)
    return [`import { ${[...new Set(imports)].join(', ')} } from '@eclusa/client'`, connecting, ...parts].join(';\n')
  }

  it('accepts every example of the guides, types requests and responses, and allows later additions', async () => {
    const said = await packed.compile({
      'guide.ts': program(packed.guide('README.md')),
      'guia.ts': program(packed.guide('LEIAME.md')),
      'accepted.ts': head + accepted,
      'refused.ts': [head, ...refused].join('\n'),
    })
    const lines = said.split('\n').filter((one) => /^\S/.test(one))
    const places = lines.map((one) => one.replace(/,\d+\).*$/, ')'))
    expect(places, said).toEqual(refused.map((_, index) => `refused.ts(${index + 4})`))
  })
})
