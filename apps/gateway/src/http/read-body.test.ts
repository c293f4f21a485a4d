import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { Fault } from '../platform/errors/fault.ts'
import { countMembers, scanJson } from '../platform/json-members.ts'
import { BODY_DEPTH_MAX } from './limits.ts'
import { readBodies, refuseCoding } from './read-body.ts'

const app = Fastify()
readBodies(app)
app.setErrorHandler((error, _, reply) => {
  const known = error instanceof Fault ? error : undefined
  const rule = known?.particulars.errors?.[0]?.code
  return reply.code(known?.declaration.status ?? 400).send({ code: known?.declaration.code ?? error, rule })
})
app.post('/', {
  onRequest: async (request) => refuseCoding(request),
  handler: async ({ body }) => ({ body }),
})
afterAll(() => app.close())

const post = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() }
}

describe('a repeated name', () => {
  it.each([
    ['plainly', '{"a":1,"a":2}'],
    ['with the same value', '{"a":1,"a":1}'],
    ['escaped', '{"a":1,"\\u0061":2}'],
    ['in an inner object', '{"x":{"b":[{"c":1,"c":2}]}}'],
    ['after a text with quotes and colons', '{"x":"\\"a\\":1,{","a":1,"a":2}'],
    ['after a backslash at the end of a text', '{"x":"\\\\","a":1,"a":2}'],
    ['as a number is one', '{"1":1,"1":2}'],
  ])('%s is rejected', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, rule: 'REPEATED_MEMBER' })
  })

  it.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a:b":"c:d","{":"}"}', '{}', '[]', '"a:b"', '{"a":null}'])(
    'is not in %s',
    async (body) => expect(await post(body)).toMatchObject({ status: 200, body: JSON.parse(body) as unknown }),
  )

  it('is found wherever it is added, and nowhere else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 }), fc.nat(), (value, at) => {
        const text = JSON.stringify(value)
        const parsed = JSON.parse(text) as object
        expect(scanJson(text).members).toBe(countMembers(parsed))
        const names = Object.keys(parsed)
        const twice = `${text.slice(0, -1)},${JSON.stringify(names[at % names.length])}:0}`
        expect(scanJson(twice).members).toBe(
          countMembers(JSON.parse(twice)) + countMembers((parsed as never)[names[at % names.length]!]) + 1,
        )
      }),
    )
  })
})

describe('the nesting depth', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  it('is checked before parsing', async () => {
    expect((await post(nested(BODY_DEPTH_MAX))).status).toBe(200)
    expect(await post(nested(BODY_DEPTH_MAX + 1))).toMatchObject({ status: 400, rule: 'MAX_DEPTH' })
    expect(await post(`{"a":${nested(32_000)}}`)).toMatchObject({ status: 400, rule: 'MAX_DEPTH' })
    expect((await post(`"${'[{'.repeat(100)}"`)).status).toBe(200)
  })
})

describe('the encoding', () => {
  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])('%s is 415', async (coding) =>
    expect((await post('{}', { 'content-encoding': coding })).status).toBe(415),
  )
  it.each(['utf-16', 'iso-8859-1', 'us-ascii', '"utf-16"', ''])('charset=%s is 415', async (charset) =>
    expect((await post('{}', { 'content-type': `application/json; charset=${charset}` })).status).toBe(415),
  )
  it('identity and UTF-8 are accepted, in any spelling', async () => {
    expect((await post('{}', { 'content-encoding': 'Identity' })).status).toBe(200)
    for (const type of [
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
    ])
      expect((await post('{"a":"é"}', { 'content-type': type })).status).toBe(200)
  })
  it('bytes that are not UTF-8 are rejected and not replaced', async () => {
    const latin1 = Buffer.from('{"name":"Jos\xe9"}', 'latin1')
    expect(await post(latin1)).toMatchObject({ status: 400, rule: 'IS_UNICODE' })
  })
})

it('an empty body is no body', async () => expect(await post('')).toEqual({ status: 200 }))
