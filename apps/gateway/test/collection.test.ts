import { randomUUID } from 'node:crypto'
import { readContract } from '@eclusa/testing/contract.ts'
import { multipart, multipartHeaders, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../src/api.ts'
import { type CollectionContract, collectionOf } from '../src/docs/collection.ts'

/** The committed request collection. Every request is sent unchanged, with a token filled in. */
const collection = collectionOf(readContract() as unknown as CollectionContract)
const items = collection.item.flatMap(({ item }) => item)
type Item = (typeof items)[0]

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.simulators.installClock()
  user = await gateway.user()
})
afterAll(() => gateway.close())

it('is served', async () => {
  const { headers, body } = await gateway.app.inject('/docs/collection.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  // The gateway registers operations with files last.
  const byName = ({ item }: typeof collection) =>
    new Map(item.flatMap(({ item }) => item.map((one) => [one.name, one])))
  const plain = JSON.parse(JSON.stringify(collection)) as typeof collection
  expect(byName(JSON.parse(body) as typeof collection)).toEqual(byName(plain))
})

it('has every operation once', () => {
  expect(items.map(({ name }) => name).toSorted()).toEqual(routes.map(({ name }) => name).toSorted())
})

it.each(items)('$name is a request that the gateway accepts as valid', async ({ request }) => {
  const headers = request.header
    .filter((header) => !('disabled' in header))
    .map(({ key, value }) => [key, filled(value)])
  const url = filled(request.url.raw).replaceAll(/:\w+/g, () => randomUUID())
  const { body, type } = bodyOf(request)
  const answer = await gateway.app.inject({
    method: request.method as 'GET',
    url,
    headers: { authorization: `Bearer ${user.token}`, ...Object.fromEntries(headers), ...type },
    ...(body !== undefined && { payload: body }),
  })
  // The named records do not exist: 404 or 403 are fine, a validation error is not.
  const { code } = answer.json<{ code?: string }>()
  expect([400, 401, 413, 415, 500], answer.body).not.toContain(answer.statusCode)
  expect(code).not.toBe('ROUTE_NOT_FOUND')
})

const known: Record<string, () => string> = {
  base_url: () => '',
  $guid: () => randomUUID(),
  $isoTimestamp: () => new Date().toISOString(),
}
const filled = (text: string) => text.replaceAll(/\{\{([\w$]+)\}\}/g, (_, name: string) => known[name]!())

function bodyOf({ body }: Item['request']): { body?: string | Buffer; type?: Record<string, string> } {
  if (!body) return {}
  if ('raw' in body) return { body: body.raw }
  const parts = body.formdata.filter(({ disabled }) => !disabled)
  const sent = parts.map((part) =>
    'value' in part
      ? { name: part.key, bytes: filled(part.value) }
      : { name: part.key, file_name: 'paper.pdf', bytes: samples.pdf },
  )
  return { body: multipart(sent), type: multipartHeaders }
}
