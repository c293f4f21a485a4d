import { expect, it } from 'vitest'
import { headersOf, narrowed } from './on-behalf-of.ts'

it('sends the given scope, and leaves the rest to the gateway', () => {
  expect(headersOf({})).toEqual({})
  expect(headersOf({ product: 'p', targetUser: 'u', wallet: 'w', language: 'en-US', replay: 'nonce' })).toEqual({
    'x-product-uuid': 'p',
    'x-product-target-user-uuid': 'u',
    'x-wallet-uuid': 'w',
    'x-lang': 'en-US',
  })
})

it('keeps what is not replaced', () => {
  const acting = narrowed({ product: 'p', targetUser: 'u', language: 'en-US' }, { wallet: 'w' })
  expect(acting).toEqual({ product: 'p', targetUser: 'u', language: 'en-US', wallet: 'w' })
})

it('never acts for a user of one product in another', () => {
  const acting = narrowed({ product: 'p', targetUser: 'u', wallet: 'w', language: 'en-US' }, { product: 'q' })
  expect(acting).toEqual({ product: 'q', language: 'en-US' })
})
