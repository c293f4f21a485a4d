import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { certificatesIn, type SigningKeys } from './signing-keys.ts'

export interface PemSigning {
  /** PEM of the certificates whose issuer and serial number are in our signatures; two during a certificate change. */
  certificate: string
  /** PEM of their private keys, in any order. */
  key: string
}

const signWith = promisify(sign)

/** Signing keys from settings: for trials, and for operators whose settings are in a secret store. */
export function createPemKeys({ certificate, key }: PemSigning): SigningKeys {
  const privateKeys = (key.match(/-----BEGIN [A-Z ]*KEY-----[^-]+-----END [A-Z ]*KEY-----/g) ?? []).map((pem) =>
    createPrivateKey(pem),
  )
  const keys = certificatesIn(certificate).map((pem) => {
    const own = new X509Certificate(pem)
    const privateKey = privateKeys.find((each) => own.checkPrivateKey(each))
    if (!privateKey) throw new Error(`No key belongs to the signing certificate with serial number ${own.serialNumber}`)
    return { certificate: own, sign: (text: string) => signWith('sha256', Buffer.from(text), privateKey) }
  })
  return { keys, open: async () => {}, trouble: () => undefined, close: async () => {} }
}
