import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import type { TObject } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../src/api.ts'

/** Query values that a database cannot handle: invalid years and offsets, half characters, all symbols. */
const odd = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-02-30',
  '2026-01-01T00:00:00+23:59',
  '%00',
  '%ED%A0%80',
  '%25_%5C',
  "'%22;--",
  '-1',
  '1e400',
  '99999999999999999999',
  'x'.repeat(1_500),
  '',
]

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const lists = routes.filter(({ query }) => query !== undefined)

it.each(lists.map((route) => [route.name, route] as const))('%s responds to any query', async (name, route) => {
  const example = await examples[name]!(gateway, user)
  const path = example.url.split('?')[0]!
  for (const parameter of Object.keys((route.query as TObject).properties)) {
    for (const value of odd) {
      const { status } = await gateway.ask({ method: example.method, url: `${path}?${parameter}=${value}`, as: user })
      expect(status, `${parameter}=${value}`).toBeLessThan(500)
    }
  }
})

it.each(lists.map(({ name }) => name))('%s refuses a parameter that it does not declare', async (name) => {
  const example = await examples[name]!(gateway, user)
  const url = `${example.url}${example.url.includes('?') ? '&' : '?'}undeclared=1`
  const errors = [{ pointer: '/query/undeclared', code: 'NOT_ALLOWED' }]
  expect(await gateway.ask({ ...example, url, as: user })).toMatchObject({ status: 400, body: { errors } })
})

const integers = lists.flatMap((route) =>
  Object.entries((route.query as TObject).properties).flatMap(([member, { type }]: [string, { type?: string }]) =>
    type === 'integer' ? [[route.name, member] as const] : [],
  ),
)

it.each(integers)('%s accepts %s in plain decimal digits only', async (name, member) => {
  const example = await examples[name]!(gateway, user)
  const path = example.url.split('?')[0]!
  const ask = (value: string) =>
    gateway.ask({ method: example.method, url: `${path}?${member}=${encodeURIComponent(value)}`, as: user })
  expect((await ask('10')).status).toBe(200)
  for (const value of ['1e1', '0x10', '0b1010', '+10', '10.0', ' 10', '10 ', '1_0', '', 'ten']) {
    const rule = { pointer: `/query/${member}`, code: 'IS_INTEGER', detail: expect.any(String) as string }
    expect(await ask(value), value).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_MALFORMED', errors: [rule] },
    })
  }
})
