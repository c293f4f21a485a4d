import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { routes } from '@eclusa/gateway/src/api.ts'
import type { ShownAnswer } from '@eclusa/gateway/src/contract-examples.ts'
import { inPortuguese } from '@eclusa/gateway/src/contract-translations.ts'
import { successStatus } from '@eclusa/gateway/src/http/route.ts'
import { readContract } from '@eclusa/testing/contract.ts'
import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { asShown, expectShown, writeShown } from '@eclusa/testing/record-example.ts'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDesk } from '../describe-contract.ts'
import { emptyHeadings } from '../error-page.ts'
import { declaredErrors } from '../errors.ts'

const contract = readContract()
const committed = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as object

const declared = routes
const recorded = new Map<string, ShownAnswer>()

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(async () => {
  if (recorded.size > 0) writeShown(recorded)
  await gateway.close()
})

const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }))
ajv.addSchema({ $id: 'contract', ...contract })

/** Validates a response against the committed contract only, and not against the code's own schemas. */
function conforms(method: string, path: string, { status, headers, body }: TestResponse): void {
  const operation = path.replace(/:(\w+)/g, '{$1}')
  const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
  const type = headers['content-type']!.split(';')[0]!
  const response = contract.paths[operation]?.[method.toLowerCase()]?.responses[status]?.content[type]
  expect(response, `${method} ${operation} ${status} ${type} is not in the contract`).toBeDefined()
  const at = ['paths', operation, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema']
    .map(pointer)
    .join('/')
  const validate = ajv.compile({ $ref: `contract#/${at}` })
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  declaresHeaders(method, operation, { status, headers, body })
}

const told = Object.keys(contract.components.headers)

/** Response headers must be declared in the contract, and required ones must be present. */
function declaresHeaders(method: string, path: string, { status, headers }: TestResponse): void {
  const declared = Object.keys(contract.paths[path]![method.toLowerCase()]!.responses[status]!.headers ?? {})
  const received = [...told, 'location'].filter((name) => headers[name] !== undefined)
  expect(declared, `${method} ${path} ${status}`).toEqual(expect.arrayContaining(received))
  expect(received).toEqual(expect.arrayContaining(['x-request-id', 'content-language']))
  if (status < 300) expect(received.includes('etag')).toBe(declared.includes('etag'))
}

describe.each(declared.map((route) => [route.name, route] as const))('%s', (name, route) => {
  it('answers as the contract says, success and refusals', async () => {
    const ask = await examples[name]!(gateway, user)
    // Some operations compare the nonce by default, so the repeat has the same.
    const sent = { ...ask, as: user, headers: { ...ask.headers, nonce: randomUUID(), 'x-lang': 'en-US' } }
    const answer = await gateway.ask(sent)
    expect(answer.status).toBe(successStatus(route))
    if (process.env['RECORD_ANSWERS']) return void recorded.set(name, asShown(answer))
    conforms(ask.method, route.path, answer)
    expectShown(name, answer)
    conforms(ask.method, route.path, await gateway.ask(ask))
    conforms(ask.method, route.path, await gateway.ask({ ...ask, as: user, headers: { nonce: 'x' } }))
    if (ask.method !== 'GET') {
      const repeat = await gateway.ask(sent)
      expect(repeat.body['code']).toBe('REPLAY')
      conforms(ask.method, route.path, repeat)
    }
    const stranger = await gateway.user()
    conforms(ask.method, route.path, await gateway.ask({ ...ask, as: stranger }))
  })
})

it('declares the response headers of an API key and of a page', async () => {
  const late = await createTestGateway({ API_KEY_SUNSET: '2099-01-01' })
  const owner = await late.user()
  await late.account(owner)
  await late.account(owner)
  const { key } = await late.apiKey(owner)
  const url = '/v1/crossborder/clients?page_size=1'
  const answer = await late.ask({ url, headers: { 'x-api-key': key } })
  expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(['deprecation', 'sunset', 'link']))
  conforms('GET', '/v1/crossborder/clients', answer)
  conforms('GET', '/v1/crossborder/clients', await late.ask({ url, headers: { 'x-api-key': 'x' } }))
  await late.close()
})

/** Values that differ in each run: ids, and unique personal data. One stands for any other. */
function withoutIds(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) => (/^(document|email)$/.test(name) ? name : value))
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id'))
}

const withBody = declared.filter(({ body, multipart }) => body && !multipart)

it.each(withBody.map((route) => [route.name, route] as const))('%s shows a body that was sent', async (name, route) => {
  const { body } = await examples[name]!(gateway, user)
  expect(withoutIds(route.example)).toEqual(withoutIds(body))
})

/** Every pattern of a document, with its position. */
function patternsOf(node: unknown, at = ''): [string, string][] {
  if (node === null || typeof node !== 'object') return []
  const inner = Object.entries(node).flatMap(([name, member]) => patternsOf(member, `${at}/${name}`))
  const { pattern } = node as { pattern?: unknown }
  return typeof pattern === 'string' ? [[at, pattern], ...inner] : inner
}

it.each([
  ['public', async () => committed],
  ['backoffice', describeDesk],
])('the %s contract has only patterns that RE2, Python and .NET accept', async (_, read) => {
  const patterns = patternsOf(await read())
  expect(patterns.length).toBeGreaterThan(50)
  for (const [at, pattern] of patterns) {
    expect(pattern, at).not.toMatch(/\(\?[=!<]|\\[pPuk1-9]/)
    expect(() => new RegExp(pattern, 'u'), at).not.toThrow()
  }
})

describe('the documents', () => {
  const directory = new URL('../../../docs/errors/', import.meta.url)
  const codes = declaredErrors().map(({ kind }) => kind.code)

  it('have a page for every error code, in both languages, and for no other', () => {
    expect(readdirSync(directory).toSorted()).toEqual(codes.map((code) => `${code}.md`).toSorted())
    for (const code of codes) {
      const page = readFileSync(new URL(`${code}.md`, directory), 'utf8')
      expect(page.startsWith(`# ${code}\n`), code).toBe(true)
      expect(emptyHeadings(page), code).toEqual([])
    }
  })

  it('list the operations of every error, by the committed contract', () => {
    for (const operations of Object.values(contract.paths))
      for (const { operationId, responses } of Object.values(operations))
        for (const [status, { description }] of Object.entries(responses).filter(([status]) => Number(status) >= 400))
          for (const [, code] of description.matchAll(/`(\w+)`/g)) {
            const [head] = readFileSync(new URL(`${code}.md`, directory), 'utf8').split('\n## ')
            expect(head, code).toContain(`HTTP status: ${status}\n`)
            expect(
              /from: any operation/.test(head!) || head!.includes(`\`${operationId}\``),
              `${code} ${operationId}`,
            ).toBe(true)
          }
  })

  it('are served where the errors point', async () => {
    const { body } = await gateway.ask({ url: '/v1/crossborder/clients/x/accounts' })
    const page = await gateway.app.inject({ url: new URL(String(body['type']), 'http://gateway').pathname })
    expect(page).toMatchObject({ statusCode: 200 })
    expect(page.body).toContain('CREDENTIALS_MISSING')
    expect((await gateway.app.inject({ url: '/docs/errors/..%2f..%2fpackage.json' })).statusCode).toBe(404)
  })

  it('serve the contract itself, as JSON and as a page under a strict policy', async () => {
    expect((await gateway.app.inject({ url: '/openapi.json' })).json()).toEqual(committed)
    const portuguese = await gateway.app.inject({ url: '/openapi.json?lang=pt-BR' })
    expect(portuguese.json()).toEqual(inPortuguese(committed, routes))
    const page = await gateway.app.inject({ url: '/docs/reference/' })
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toContain('unsafe-eval')
    expect(/script-src [^;]*unsafe-inline/.test(policy)).toBe(false)
    expect(page.body).not.toMatch(/src="https?:/)
  })
})
