import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps secrets that have to be used again, so that the database alone does not hold them. */
export interface Seal {
  /** `owner` names what the secret belongs to: sealed for one owner, it does not open for another. */
  close(secret: Buffer, owner: string): Buffer
  open(sealed: Buffer, owner: string): Buffer
}

/** AES-256-GCM under a key that is derived from the gateway's secret for this one purpose. */
export function openSeal(gatewaySecret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', gatewaySecret, '', `eclusa ${purpose}`, 32))
  return {
    close(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    },
  }
}
