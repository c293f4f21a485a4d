import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { collectionOf } from '../scripts/collection.ts'
import { routes } from '../src/api.ts'
import { multipart, multipartHeaders, samples } from './support/files.ts'
import { openTestGateway, type TestGateway, type TestUser } from './support/gateway.ts'

/** The collection as somebody has it who imported it: every request of it is sent as it stands, with a token filled in. */
type Collection = ReturnType<typeof collectionOf>
type Item = Collection['item'][0]['item'][0]
const { item: folders } = JSON.parse(
  readFileSync(new URL('../openapi/collection.json', import.meta.url), 'utf8'),
) as Collection
const items = folders.flatMap(({ item }) => item)

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await openTestGateway()
  await gateway.simulators.installClock()
  user = await gateway.user()
})
afterAll(() => gateway.close())

it('has every operation once', () => {
  expect(items.map(({ name }) => name).toSorted()).toEqual(routes.map(({ name }) => name).toSorted())
})

it.each(items)('$name is a request that the gateway understands', async ({ request }) => {
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
  // There is nothing yet of what it names: it may not be found, or not be allowed, and is never misunderstood.
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
