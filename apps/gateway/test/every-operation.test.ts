import { randomUUID } from 'node:crypto'
import { examples } from '@eclusa/testing/examples.ts'
import {
  type AskGateway,
  createTestGateway,
  type TestGateway,
  type TestResponse,
  type TestUser,
} from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { liveRoutes, routes } from '../src/api.ts'

/** Properties of every operation in the table. */
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway({ STRANGER_LIMIT_PER_MINUTE: '100000' })
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

const exampleOf = (name: string) => examples[name]!(gateway, user)
const namesOf = (chosen: (route: (typeof routes)[number]) => boolean) => routes.filter(chosen).map(({ name }) => name)
const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(namesOf(({ body, multipart }) => !body && !multipart))('%s takes no body', (name) => {
  it.each([
    ['none', {}, undefined],
    ['none, and says that it is JSON', JSON_TYPE, undefined],
    ['an empty one', { 'content-length': '0' }, ''],
    ['an empty one that is called JSON', JSON_TYPE, ''],
    ['an empty one that is called a form', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['{}', JSON_TYPE, '{}'],
    ['{} with blanks', { 'content-type': 'application/json; charset=utf-8' }, ' { } '],
  ])('%s', async (_, headers, body) => {
    const ask = await exampleOf(name)
    const answer = await gateway.ask({ ...ask, as: user, headers: { ...ask.headers, ...headers }, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  })
})

describe.each(namesOf(({ body, multipart, method }) => !body && !multipart && method !== 'GET'))('%s', (name) => {
  it.each([['{"a":1}'], ['[]'], ['"x"'], ['{']])('rejects the body %s', async (body) => {
    const ask = await exampleOf(name)
    const answer = await gateway.ask({ ...ask, as: user, headers: JSON_TYPE, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })

  it('treats none, an empty one and {} as the same request', async () => {
    const ask = { ...(await exampleOf(name)), as: user, headers: { nonce: randomUUID() } }
    const schema = { 'x-include-replay-protection-schema': 'nonce' }
    expect((await gateway.ask(ask)).status).toBeLessThan(300)
    for (const [headers, body] of [
      [JSON_TYPE, ''],
      [JSON_TYPE, '{}'],
    ] as const)
      expect(await gateway.ask({ ...ask, headers: { ...ask.headers, ...schema, ...headers }, body })).toMatchObject({
        status: 409,
        body: { code: 'REPLAY' },
      })
  })
})

describe.each(namesOf(() => true))('%s without a valid credential', (name) => {
  it('explains how to send one', async () => {
    const ask = await exampleOf(name)
    const challenge = async (headers: Record<string, string>) => {
      const answer = await gateway.ask({ ...ask, headers: { ...ask.headers, ...headers } })
      expect(answer.status).toBe(401)
      return answer.headers['www-authenticate']
    }
    expect(await challenge({})).toBe('Bearer realm="eclusa"')
    for (const headers of [{ authorization: 'Bearer a.b.c' }, { authorization: 'Basic eA==' }, { 'x-api-key': 'x' }])
      expect(await challenge(headers)).toBe('Bearer realm="eclusa", error="invalid_token"')
  })
})

const isList = ({ query }: (typeof routes)[number]) => JSON.stringify(query ?? {}).includes('"page_state"')

describe.each(namesOf(isList))('%s within a period', (name) => {
  let ask: AskGateway
  beforeEach(async () => {
    ask = await exampleOf(name)
  })
  const within = (start: string | undefined, end?: string): Promise<TestResponse> => {
    const url = new URL(ask.url, 'http://gateway')
    if (start) url.searchParams.set('created_at_start', start)
    if (end) url.searchParams.set('created_at_end', end)
    return gateway.ask({ ...ask, url: url.pathname + url.search, as: user })
  }
  const found = async (start: string | undefined, end?: string) => {
    const { status, body } = await within(start, end)
    expect(status, JSON.stringify(body)).toBe(200)
    return (body['data'] as unknown[]).length
  }
  /** The current day in São Paulo, and others. */
  const dayOf = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

  it('accepts days, with both ends included', async () => {
    // A record of an example may be some hours old.
    expect(await found(dayOf(-1), dayOf(0))).toBeGreaterThan(0)
    expect(await found(dayOf(-1))).toBeGreaterThan(0)
    expect(await found(undefined, dayOf(0))).toBeGreaterThan(0)
    expect(await found(dayOf(2), dayOf(2))).toBe(0)
    expect(await found(undefined, dayOf(-30))).toBe(0)
  })

  it('accepts times with any offset, and a day beside a time', async () => {
    const moment = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    expect(await found(moment(-48), moment(1))).toBeGreaterThan(0)
    expect(await found(moment(-48), dayOf(0))).toBeGreaterThan(0)
    expect(await found(moment(1).replace('Z', '+00:00'))).toBe(0)
    expect(await found(moment(1), moment(1))).toBe(0)
  })

  it.each([
    ['2026-03-02', '2026-03-01'],
    ['2026-03-02T00:00:00Z', '2026-03-01T23:59:59.999Z'],
    ['2026-03-02', '2026-03-02T02:59:59Z'],
  ])('rejects one that ends before it begins: %s to %s', async (start, end) => {
    expect(await within(start, end)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/created_at_end', code: 'PERIOD_REVERSED' }] },
    })
  })

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2026-01-01T24:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-01T00:00',
  ])('rejects %s', async (start) => {
    expect(await within(start)).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })
})

/** The only write without a record: it moves the clock. */
const ABOUT_NO_RECORD = 'advanceClock'
const repeatedOnPurpose = [
  'testEndpoint',
  'resendDelivery',
  'recoverDeliveries',
  'deactivateAccount',
  'reactivateAccount',
]
const onPurpose = new Set([...repeatedOnPurpose, ABOUT_NO_RECORD, 'simulatePaymentArrives'])
it.each(namesOf(({ name }) => onPurpose.has(name)))('%s is repeatable: the nonce is compared', async (name) => {
  expect(routes.find((route) => route.name === name)).toMatchObject({ repeatable: true })
  const ask = { ...(await exampleOf(name)), as: user }
  const nonce = randomUUID()
  const first = await gateway.ask({ ...ask, headers: { nonce } })
  expect(first.status).toBeLessThan(300)
  expect(await gateway.ask({ ...ask, headers: { nonce } })).toMatchObject({ status: 409, body: { code: 'REPLAY' } })
  // Another nonce is another request: done, or rejected for its effect and not as a repeat.
  const second = await gateway.ask(ask)
  expect(second.body['code']).not.toBe('REPLAY')
  if (!name.endsWith('activateAccount')) expect(second.status).toBe(first.status)
})

it('the operations of the specification keep its default', () => {
  const repeatable = liveRoutes.filter((route) => route.repeatable).map(({ name }) => name)
  expect(repeatable.toSorted()).toEqual(repeatedOnPurpose.toSorted())
})

describe.each(namesOf(({ method, name }) => method !== 'GET' && name !== ABOUT_NO_RECORD))('%s, repeated', (name) => {
  it('refers to the result of the first', async () => {
    const ask = await exampleOf(name)
    const same = { ...ask, as: user, headers: { ...ask.headers, nonce: randomUUID() } }
    const first = await gateway.ask(same)
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    expect(await gateway.ask(same)).toMatchObject({
      status: 409,
      body: { code: 'REPLAY', resource_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    })
  })
})
