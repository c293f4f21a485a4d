import type { X509Certificate } from 'node:crypto'
import type { Trouble } from '../../../platform/http/readiness.ts'

/** One of our certificates with its private key, wherever the key is stored. */
export interface SigningKey {
  certificate: X509Certificate
  /** RSA with SHA-256, PKCS #1 v1.5: the only signature scheme of Pix. */
  sign(text: string): Promise<Buffer>
}

/** The signing keys. Code outside this folder does not know whether a key is in a setting or in a token. */
export interface SigningKeys {
  /** In the order of the certificates in the settings. */
  keys: SigningKey[]
  /** Verifies that every key can be used, or throws the reason. */
  open(): Promise<void>
  /** Why signing is impossible now; undefined when it works. */
  trouble(): Trouble | undefined
  close(): Promise<void>
}

/** Nothing was signed, and therefore nothing was sent. */
export class KeyNotUsable extends Error {
  constructor({ reason, action }: Trouble) {
    super(`${reason}: ${action}`)
    this.name = 'KeyNotUsable'
  }
}

/**
 * The first key whose certificate is valid. A new certificate listed after the old one takes over when that expires;
 * listed before it, it takes over at once.
 */
export function keyAt({ keys }: SigningKeys, now: Date): SigningKey | undefined {
  return keys.find(({ certificate }) => isValid(certificate, now))
}

export function isValid({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate
}

export function certificatesIn(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
