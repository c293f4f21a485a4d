import { X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'

export interface SigningIdentity {
  /** PEM of the certificate whose issuer and serial number are named in the signature. */
  certificate: string
  /** PEM of its private key. */
  key: string
}

const KEY_INFO_ID = 'signing-key'

/**
 * Puts an enveloped signature into a document as the first child of its root, the way BACEN's own example client does:
 * two references, one to the whole document and one to the `KeyInfo`, so that neither the content nor the name of the
 * certificate can be exchanged. The certificate itself is not sent: DICT has it, and names are enough.
 */
export function signXml(xml: string, identity: SigningIdentity): string {
  const signed = new SignedXml({
    privateKey: identity.key,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
    keyInfoAttributes: { Id: KEY_INFO_ID },
    getKeyInfoContent: () => issuerAndSerial(identity.certificate),
  })
  signed.addReference({
    xpath: "//*[local-name(.)='KeyInfo']",
    transforms: [EXCLUSIVE],
    digestAlgorithm: SHA256,
  })
  signed.addReference({ xpath: '/*', transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256, isEmptyUri: true })
  signed.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'prepend' } })
  return signed.getSignedXml()
}

function issuerAndSerial(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem)
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
