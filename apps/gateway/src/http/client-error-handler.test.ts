import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER_BYTES_MAX } from './limits.ts'

let gateway: TestGateway
let user: TestUser
let account: Awaited<ReturnType<TestGateway['account']>>
let port: number

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  account = await gateway.account(user)
  port = Number(new URL(await gateway.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => gateway.close())

/** What is received until the server ends the connection. */
async function heard(said: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(said)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const head = (method: string, more: string[] = []) =>
  [
    `${method} ${account.url} HTTP/1.1`,
    'host: gateway',
    `authorization: Bearer ${user.token}`,
    `nonce: ${randomUUID()}`,
    'content-type: application/json',
    ...more,
    '',
    '',
  ].join('\r\n')
const nickname = async () => (await gateway.ask({ method: 'GET', url: account.url, as: user })).body['nickname']

it.each([
  ['is no HTTP', () => 'HELO gateway\r\n\r\n', 'IS_HTTP'],
  ['has too large headers', () => head('GET', [`x-a: ${'a'.repeat(HEADER_BYTES_MAX)}`]), 'MAX_LENGTH'],
  ['breaks off its chunks', () => `${head('PATCH', ['transfer-encoding: chunked'])}zz\r\n`, 'IS_HTTP'],
])('a request that %s gets the usual problem response', async (_, said, rule) => {
  const text = await heard(said())
  expect(statuses(text)).toEqual([400])
  expect(text).toMatch(/^content-type: application\/problem\+json\r$/m)
  const { code, request_id, errors } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as Record<string, unknown>
  expect([code, errors]).toEqual(['REQUEST_MALFORMED', [expect.objectContaining({ code: rule })]])
  expect(gateway.logged.some((line) => line.includes(String(request_id)))).toBe(true)
})

it('a running request gets its response, although its connection continues with bytes that are no request', async () => {
  for (const name of ['first', 'second', 'third']) {
    const body = JSON.stringify({ nickname: name })
    const text = await heard(`${head('PATCH', [`content-length: ${body.length}`])}${body}and more than announced`)
    expect(statuses(text)).toEqual([200])
    expect(await nickname()).toBe(name)
  }
})

it('also when the invalid bytes were sent before its response', async () => {
  const body = JSON.stringify({ nickname: 'before the next' })
  const first = `${head('PATCH', [`content-length: ${body.length}`])}${body}`
  const text = await heard(`${first}${head('PATCH', ['transfer-encoding: chunked'])}zz\r\n`)
  expect(statuses(text)).toEqual([200])
  expect(await nickname()).toBe('before the next')
})

it('bytes after a response get an error of their own', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(head('GET'))
  let text = ''
  for await (const chunk of socket) {
    if (text === '') socket.write('and no request\r\n\r\n')
    text += String(chunk)
  }
  expect(statuses(text)).toEqual([200, 400])
})
