import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../platform/key-ring.ts'
import { createLivenessAddresses, type LivenessKey } from './address.ts'

const secret = 'a secret of at least thirty-two characters'
const addresses = createLivenessAddresses(createKeyRing(secret), 'https://pay.example')
const key = () => ({ user_id: randomUUID(), onboarding_id: randomUUID(), liveness_id: randomUUID(), generation: 1 })
const tokenOf = (made: LivenessKey, by = addresses) => by.urlOf(made).split('/').at(-1)!

describe('the token of a liveness page', () => {
  it('decodes to the ids it was made for', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.uuid(),
        fc.nat(65_535),
        (user_id, onboarding_id, liveness_id, generation) => {
          const made = { user_id, onboarding_id, liveness_id, generation }
          expect(addresses.read(tokenOf(made))).toEqual(made)
        },
      ),
    )
  })

  it('is invalid with any bit changed, in any spelling', () => {
    const bytes = Buffer.from(tokenOf(key()), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      expect(addresses.read(altered.toString('base64url'))).toBeUndefined()
    }
  })

  it('has one spelling', () => {
    const token = tokenOf(key())
    // The last character has two unused bits.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
    const others = letters.filter((letter) => letter !== token.at(-1)).map((letter) => token.slice(0, -1) + letter)
    for (const other of [...others, `${token}=`, ` ${token}`, `${token}A`, token.slice(1), ''])
      expect(addresses.read(other)).toBeUndefined()
  })

  it('is valid for one gateway and one purpose', () => {
    const made = key()
    expect(createLivenessAddresses(createKeyRing(`${secret}!`), undefined).read(tokenOf(made))).toBeUndefined()
    expect(addresses.read(tokenOf(made, createLivenessAddresses(createKeyRing(secret), undefined)))).toEqual(made)
    expect(addresses.read(tokenOf({ ...made, generation: 2 }))).not.toEqual(made)
  })
})
