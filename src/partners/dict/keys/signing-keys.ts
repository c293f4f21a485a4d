import type { X509Certificate } from 'node:crypto'
import type { Trouble } from '../../../base/http/readiness.ts'

/** One of our certificates and the private key that belongs to it, wherever that is kept. */
export interface SigningKey {
  certificate: X509Certificate
  /** RSA with SHA-256, as PKCS #1 v1.5 has it: the only way in which Pix signs. */
  sign(text: string): Promise<Buffer>
}

/** What we sign with. Nothing outside this folder knows whether a key is in a setting or in a token. */
export interface SigningKeys {
  /** In the order of the certificates in the settings. */
  keys: SigningKey[]
  /** Makes sure that every key can be used, or says why not. */
  open(): Promise<void>
  /** Why nothing can be signed just now; undefined when all is well. */
  trouble(): Trouble | undefined
  close(): Promise<void>
}

/** Nothing was signed, and so nothing was sent. */
export class KeyNotUsable extends Error {
  constructor({ reason, action }: Trouble) {
    super(`${reason}: ${action}`)
    this.name = 'KeyNotUsable'
  }
}

/**
 * The first whose certificate is valid. A new certificate is put behind the old one and takes over by itself when that
 * ends; it is put before it to take over at once.
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
