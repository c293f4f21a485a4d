import type { X509Certificate } from 'node:crypto'
import { callbackify } from 'node:util'
import { type ErrorFirstCallback, type SignatureAlgorithm, SignedXml } from 'xml-crypto'
import type { SigningKey } from '../keys/signing-keys.ts'
import { ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'

const KEY_INFO_ID = 'signing-key'

/**
 * Adds an enveloped XML signature as the first child of the root, as BACEN's own example client does. It has two
 * references, one to the whole document and one to the `KeyInfo`, so that neither the content nor the certificate's
 * name can be replaced. The certificate itself is not sent, because DICT has it.
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

/**
 * The library's parser treats these two as line ends, which they are not in XML 1.0. As character references they are
 * preserved.
 */
function asReferences(xml: string): string {
  return xml.replaceAll('\u0085', '&#x85;').replaceAll('\u2028', '&#x2028;')
}

/** The signature algorithm in the library's interface, with our key instead of the one it passes. */
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
  // RFC 4514 starts with the most specific name; Node ends with it, one name per line.
  const name = issuer.split('\n').toReversed().join(',')
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return (
    '<ds:X509Data><ds:X509IssuerSerial>' +
    `<ds:X509IssuerName>${escaped}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${BigInt(`0x${serialNumber}`)}</ds:X509SerialNumber>` +
    '</ds:X509IssuerSerial></ds:X509Data>'
  )
}
