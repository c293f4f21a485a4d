import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** `ECL` and the version of what follows: the name of the key, then nonce, text and tag. The database knows it too (`encryption_key_name`). */
const MARK = Buffer.from([0x45, 0x43, 0x4c, 1])
const HEAD_BYTES = 8

/** Encrypts secrets that have to be used again, so that the database alone does not hold them. */
export interface Seal {
  /** `owner` names what the secret belongs to: sealed for one owner, it does not open for another. */
  close(secret: Buffer, owner: string): Buffer
  /** Throws when no key opens it. */
  open(sealed: Buffer, owner: string): Buffer
}

/** Keys of one purpose that are in no ring any more, by their names: see desk/kept-keys.ts. */
export type RetiredKeys = ReadonlyMap<string, Buffer>

/** AES-256-GCM under the key of this one purpose, the newest of the ring. The name of the key stands before the sealed bytes. */
export function openSeal(ring: KeyRing, purpose: string, retired: RetiredKeys = new Map()): Seal {
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
      if (!opened) throw new Unsealable(name)
      return opened
    },
  }
}

/** It was altered, is not this owner's, or was sealed under a key that is not here. */
export class Unsealable extends Error {
  /** The name of the key it was sealed under; undefined when these are no sealed bytes. */
  readonly key: string | undefined

  constructor(key: string | undefined) {
    super('what is sealed does not open: is the secret it was sealed under still set?')
    this.key = key
  }
}

/** The name of the key that something was sealed under; undefined when these are no sealed bytes. */
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
