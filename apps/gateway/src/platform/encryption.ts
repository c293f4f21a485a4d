import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * `ECL` and a format version, then the name of the key, nonce, ciphertext and tag. The database function `encryption_key_name`
 * knows the format too.
 */
const MARK = Buffer.from([0x45, 0x43, 0x4c, 1])
const HEAD_BYTES = 8

/** Encrypts secrets that have to be used again, so that a copy of the database alone does not reveal them. */
export interface Cipher {
  /** `owner` is additional authenticated data: a value encrypted for one owner does not decrypt for another. */
  close(secret: Buffer, owner: string): Buffer
  /** Throws when no key decrypts it. */
  open(sealed: Buffer, owner: string): Buffer
}

/** Retired keys of one purpose, by name: see backoffice/retired-keys.ts. */
export type RetiredKeys = ReadonlyMap<string, Buffer>

/** Encryption: AES-256-GCM with the key of one purpose, the newest of the ring. The name of the key precedes the ciphertext. */
export function createCipher(ring: KeyRing, purpose: string, retired: RetiredKeys = new Map()): Cipher {
  const keys = new Map(ring.keys.map((key) => [key.name, key.of(purpose)]))
  const newest = keys.get(ring.newest.name)!
  const head = Buffer.concat([MARK, Buffer.from(ring.newest.name, 'hex')])
  return {
    close(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([head, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, owner) {
      const name = sealedUnder(sealed)
      const key = name === undefined ? undefined : (keys.get(name) ?? retired.get(name))
      const opened = key && tryOpen(key, sealed.subarray(HEAD_BYTES), owner)
      if (!opened) throw new DecryptionError(name)
      return opened
    },
  }
}

/** It was altered, belongs to another owner, or its key is not in the ring. */
export class DecryptionError extends Error {
  /** The name of the key it was encrypted with. Undefined when the bytes have another format. */
  readonly key: string | undefined

  constructor(key: string | undefined) {
    super('the value cannot be decrypted: is the secret it was encrypted with still set?')
    this.key = key
  }
}

/** The name of the key a value was encrypted with. Undefined when the bytes have another format. */
export function sealedUnder(sealed: Buffer): string | undefined {
  return sealed.subarray(0, MARK.length).equals(MARK) ? sealed.toString('hex', MARK.length, HEAD_BYTES) : undefined
}

function tryOpen(key: Buffer, sealed: Buffer, owner: string): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return undefined
  }
}
