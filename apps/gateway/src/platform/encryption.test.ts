import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCipher } from './encryption.ts'
import { createKeyRing } from './key-ring.ts'

const gatewaySecret = 'a-secret-of-the-gateway-a-secret-of-the-gateway'
const seal = createCipher(createKeyRing(gatewaySecret), 'tests')

describe('an encrypted secret', () => {
  it('decrypts for its owner, with the same key, and has another ciphertext each time', () => {
    const secret = randomBytes(32)
    const sealed = seal.close(secret, 'one')
    expect(seal.open(sealed, 'one')).toEqual(secret)
    expect(createCipher(createKeyRing(gatewaySecret), 'tests').open(sealed, 'one')).toEqual(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(seal.close(secret, 'one')).not.toEqual(sealed)
  })

  it('does not decrypt for another owner, purpose or gateway, nor with one changed or missing bit', () => {
    const sealed = seal.close(randomBytes(32), 'one')
    const flipped = Buffer.from(sealed)
    flipped[20]! ^= 1
    const tries = [
      () => seal.open(sealed, 'two'),
      () => createCipher(createKeyRing(gatewaySecret), 'other tests').open(sealed, 'one'),
      () => createCipher(createKeyRing(`${gatewaySecret}!`), 'tests').open(sealed, 'one'),
      () => seal.open(flipped, 'one'),
      () => seal.open(Buffer.alloc(0), 'one'),
    ]
    for (const attempt of tries) expect(attempt).toThrow('cannot be decrypted')
  })
})
