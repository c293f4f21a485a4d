import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../src/api.ts'
import { BODY_DEPTH_MAX } from '../src/http/limits.ts'

/** JSON bodies of wrong types: each operation rejects them, and none fails with 500. */
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const deepest = 32_000
const withBody = routes.filter(({ method, multipart }) => method !== 'GET' && !multipart)
const json = { 'content-type': 'application/json' }

describe.each(withBody.map(({ name }) => name))('%s', (name) => {
  it.each([
    ['brackets without end', nested(10_000)],
    ['as many brackets as fit', nested(deepest)],
    ['a member that nests', `{"a":${nested(10_000)}}`],
    ['objects inside objects', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['names that every object has', '{"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null}'],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a number without end', '1e999'],
  ])('rejects %s', async (_, body) => {
    const { method, url } = await examples[name]!(gateway, user)
    const answer = await gateway.ask({ method, url, as: user, headers: json, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })
})

it('reads a body in one way: no name twice, UTF-8, no content encoding', async () => {
  const { url } = await gateway.account(user)
  const patch = (body: string, headers = {}) =>
    gateway.ask({ method: 'PATCH', url, as: user, headers: { ...json, ...headers }, body })
  expect(await patch('{"nickname":"a","nickname":"b"}')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/body', code: 'REPEATED_MEMBER' }] },
  })
  expect((await patch('{"nickname":"a"}', { 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await patch('{"nickname":"a"}', { 'content-type': 'application/json; charset=utf-16' })).status).toBe(415)
  expect((await gateway.ask({ url, as: user })).body['nickname']).not.toMatch(/^[ab]$/)
})

it('names the maximum depth of a body, and accepts a body within it', async () => {
  const { url } = await gateway.account(user)
  const patch = (body: string) => gateway.ask({ method: 'PATCH', url, as: user, headers: json, body })
  // The object itself is one level, and each bracket another.
  const deep = await patch(`{"nickname":${nested(BODY_DEPTH_MAX + 1)}}`)
  expect(deep.body['errors']).toMatchObject([{ pointer: '/body', code: 'MAX_DEPTH' }])
  const flat = await patch(`{"nickname":${nested(BODY_DEPTH_MAX - 1)}}`)
  expect(flat.body['errors']).toMatchObject([{ pointer: '/body/nickname', code: 'IS_STRING' }])
})
