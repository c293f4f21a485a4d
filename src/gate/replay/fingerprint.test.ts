import { describe, expect, it } from 'vitest'
import { type ComparedValues, fingerprint } from './fingerprint.ts'

const values: ComparedValues = {
  method: 'PATCH',
  path: '/v1/crossborder/clients/a/accounts/b',
  params: { client_id: 'a', account_id: 'b' },
  query: { dry: 'no' },
  body: { nickname: 'treasury' },
  authenticated_user_id: 'owner',
  user_id: 'target',
  nonce: 'first',
  transaction_uuid: 'first',
}
const hex = (buffer: Buffer) => buffer.toString('hex')
const content = (changed: Partial<ComparedValues>) => hex(fingerprint({ ...values, ...changed }, undefined).selected)

describe('without a schema two requests are equal', () => {
  it.each<[string, Partial<ComparedValues>]>([
    ['method', { method: 'PUT' }],
    ['path', { path: '/v2/crossborder/clients/a/accounts/b' }],
    ['params', { params: { client_id: 'a', account_id: 'c' } }],
    ['query', { query: { dry: 'yes' } }],
    ['body', { body: { nickname: 'Treasury' } }],
    ['authenticated user', { authenticated_user_id: 'another' }],
    ['user on whose behalf', { user_id: 'another' }],
  ])('only if they have the same %s', (_, changed) => expect(content(changed)).not.toBe(content({})))

  it.each<[string, Partial<ComparedValues>]>([
    ['nonce', { nonce: 'second' }],
    ['transaction', { transaction_uuid: 'second' }],
    ['transaction, or none', { transaction_uuid: undefined }],
    ['order of members', { params: { account_id: 'b', client_id: 'a' } }],
  ])('whatever their %s', (_, changed) => expect(content(changed)).toBe(content({})))

  it('an absent body is a null body, and not an empty one', () => {
    expect(content({ body: undefined })).toBe(content({ body: null }))
    expect(content({ body: {} })).not.toBe(content({ body: null }))
  })
})

it('one effect has a fingerprint under every schema it could be repeated under, and no two are the same', () => {
  for (const schema of [undefined, 'nonce', 'x-transaction-uuid', 'nonce&x-transaction-uuid'] as const) {
    const { selected, others } = fingerprint(values, schema)
    expect(new Set([selected, ...others].map(hex)).size).toBe(4)
  }
  expect(fingerprint({ ...values, transaction_uuid: undefined }, 'nonce').others).toHaveLength(1)
})
