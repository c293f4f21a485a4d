import { describe, expect, it } from 'vitest'
import { type ComparedContent, fingerprint } from './fingerprint.ts'

const values: ComparedContent = {
  method: 'PATCH',
  path: '/v1/crossborder/clients/a/accounts/b',
  params: { client_id: 'a', account_id: 'b' },
  query: { dry: 'no' },
  body: { nickname: 'treasury' },
  authenticated_user_id: 'owner',
  user_id: 'target',
}
const content = (changed: Partial<ComparedContent>) => fingerprint({ ...values, ...changed }).toString('hex')

describe('without a schema two requests are equal', () => {
  it.each<[string, Partial<ComparedContent>]>([
    ['method', { method: 'PUT' }],
    ['path', { path: '/v2/crossborder/clients/a/accounts/b' }],
    ['params', { params: { client_id: 'a', account_id: 'c' } }],
    ['query', { query: { dry: 'yes' } }],
    ['body', { body: { nickname: 'Treasury' } }],
    ['authenticated user', { authenticated_user_id: 'another' }],
    ['user on whose behalf', { user_id: 'another' }],
  ])('only with the same %s', (_, changed) => expect(content(changed)).not.toBe(content({})))

  it('in any order of members', () =>
    expect(content({ params: { account_id: 'b', client_id: 'a' } })).toBe(content({})))

  it('an absent body equals a null body, and not an empty one', () => {
    expect(content({ body: undefined })).toBe(content({ body: null }))
    expect(content({ body: {} })).not.toBe(content({ body: null }))
  })
})
