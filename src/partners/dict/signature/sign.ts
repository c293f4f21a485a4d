import type { X509Certificate } from 'node:crypto'
import { callbackify } from 'node:util'
import { type ErrorFirstCallback, type SignatureAlgorithm, SignedXml } from 'xml-crypto'
import type { SigningKey } from '../keys/signing-keys.ts'
import { ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'

const KEY_INFO_ID = 'signing-key'

/**
 * Puts an enveloped signature into a document as the first child of its root, the way BACEN's own example client does:
 * two references, one to the whole document and one to the `KeyInfo`, so that neither the content nor the name of the
 * certificate can be exchanged. The certificate itself is not sent: DICT has it, and names are enough.
 */
export async function signXml(xml: string, key: SigningKey): Promise<string> {
  const signed = new SignedXml({
    privateKey: 'where the key is, the library need not know',
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
    keyInfoAttributes: { Id: KEY_INFO_ID },
    getKeyInfoContent: () => issuerAndSerial(key.certificate),
  })
  signed.SignatureAlgorithms = { [RSA_SHA256]: signedBy(key) }
  signed.addReference({
    xpath: "//*[local-name(.)='KeyInfo']",
    transforms: [EXCLUSIVE],
    digestAlgorithm: SHA256,
  })
  signed.addReference({ xpath: '/*', transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256, isEmptyUri: true })
  const place = { prefix: 'ds', location: { reference: '/*', action: 'prepend' } } as const
  await new Promise((resolve, reject) =>
    signed.computeSignature(asReferences(xml), place, (error, done) => (error ? reject(error) : resolve(done))),
  )
  return signed.getSignedXml()
}

/** The library's parser takes these two for ends of lines, which they are not in XML 1.0. As references they stay. */
function asReferences(xml: string): string {
  return xml.replaceAll('\u0085', '&#x85;').replaceAll('\u2028', '&#x2028;')
}

/** The algorithm as the library wants it, with our key in place of the one it would hand over. */
function signedBy(key: SigningKey): new () => SignatureAlgorithm {
  const sign = callbackify(async (text: string) => (await key.sign(text)).toString('base64'))
  return class {
    getSignature(signedInfo: unknown, _: unknown, done: ErrorFirstCallback<string> = () => {}): string {
      sign(String(signedInfo), done)
      return ''
    }
    verifySignature(): boolean {
      return false
    }
    getAlgorithmName(): string {
      return RSA_SHA256
    }
  }
}

function issuerAndSerial({ issuer, serialNumber }: X509Certificate): string {
  // RFC 4514 writes the most particular name first; Node writes it last, one name a line.
  const name = issuer.split('\n').toReversed().join(',')
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return (
    '<ds:X509Data><ds:X509IssuerSerial>' +
    `<ds:X509IssuerName>${escaped}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${BigInt(`0x${serialNumber}`)}</ds:X509SerialNumber>` +
    '</ds:X509IssuerSerial></ds:X509Data>'
  )
}
