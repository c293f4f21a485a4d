import { createHash, createSign, createVerify, X509Certificate } from 'node:crypto'
import type { Identity } from './certificates.ts'
import { canonical, type Element, elementsIn, escape, readXml, textOf } from './xml.ts'

/**
 * XML signatures in an implementation independent of the client, after the W3C's text and BACEN's example. The two check
 * each other, and xmlsec1 checks both (`npm run drill -- signatures`).
 */
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const FORM = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const METHOD = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#sha256'

export class SignatureInvalid extends Error {}

/** The document with its signature as the first child of the root. */
export function signDocument(xml: string, { certificate, key }: Identity): string {
  const keyInfo = `<ds:KeyInfo Id="dict-key">${issuerSerial(new X509Certificate(certificate))}</ds:KeyInfo>`
  const signedInfo = [
    '<ds:SignedInfo>',
    `<ds:CanonicalizationMethod Algorithm="${FORM}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${METHOD}"></ds:SignatureMethod>`,
    reference('#dict-key', [FORM], declaring(keyInfo)),
    reference('', [`${DSIG}enveloped-signature`, FORM], canonical(readXml(xml))),
    '</ds:SignedInfo>',
  ].join('')
  const value = createSign('RSA-SHA256').update(declaring(signedInfo)).sign(key, 'base64')
  const lines = value.match(/.{1,76}/g)!.join('\n')
  const signature = `${signedInfo}<ds:SignatureValue>\n${lines}\n</ds:SignatureValue>${keyInfo}`
  return xml.replace(
    /<[\w:]+[^<>]*>/,
    (begin) => `${begin}<ds:Signature xmlns:ds="${DSIG}">${signature}</ds:Signature>`,
  )
}

/** A part of the signature in its standalone form. */
const declaring = (part: string) => part.replace(/^<[\w:]+/, (begin) => `${begin} xmlns:ds="${DSIG}"`)

function reference(uri: string, transforms: string[], canonicalText: string): string {
  const each = transforms.map((algorithm) => `<ds:Transform Algorithm="${algorithm}"></ds:Transform>`).join('')
  return (
    `<ds:Reference URI="${uri}"><ds:Transforms>${each}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${DIGEST}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digestOf(canonicalText)}</ds:DigestValue></ds:Reference>`
  )
}

const digestOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64')

function issuerSerial({ issuer, serialNumber }: X509Certificate): string {
  return (
    `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>${escape(issuerName(issuer))}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${BigInt(`0x${serialNumber}`)}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`
  )
}

/** Most specific name first, as DICT compares it. */
const issuerName = (issuer: string) => issuer.split('\n').toReversed().join(',')

const nameOf = ({ issuer, serialNumber }: X509Certificate) => `${issuerName(issuer)} ${BigInt(`0x${serialNumber}`)}`

/** The certificate that a `KeyInfo` names: X509Data, X509IssuerSerial, with the issuer and the serial number. */
function namedIn(keyInfo: Element): string {
  const named = elementsIn(keyInfo).flatMap(elementsIn).flatMap(elementsIn)
  return named.map((each) => textOf(each).trim()).join(' ')
}

/**
 * The signed content, if the participant signed it with that certificate and in BACEN's form: the signature first, over the
 * `KeyInfo` and the whole, and the certificate named correctly.
 */
export function signedContent(root: Element, certificate: X509Certificate): Element {
  const [signature, ...content] = elementsIn(root)
  insist(signature && isDs(signature, 'Signature'), 'is not the first child of the root')
  insist(!content.some(holdsSignature), 'is not the only one')
  const parts = elementsIn(signature)
  const [signedInfo, value, keyInfo] = parts
  insist(parts.length === 3 && signedInfo && value && keyInfo, 'has other parts')
  insist(isDs(signedInfo, 'SignedInfo') && isDs(value, 'SignatureValue') && isDs(keyInfo, 'KeyInfo'), 'has other parts')
  const [form, method, ofKey, ofWhole, ...more] = elementsIn(signedInfo)
  insist(form && method && ofKey && ofWhole && more.length === 0, 'has not two references')
  insist(form.attributes['Algorithm'] === FORM && method.attributes['Algorithm'] === METHOD, 'has another algorithm')
  const whole = { ...root, inside: root.inside.filter((each) => each !== signature) }
  insistOnReference(ofKey, `#${keyInfo.attributes['Id']}`, [FORM], keyInfo)
  insistOnReference(ofWhole, '', [`${DSIG}enveloped-signature`, FORM], whole)
  insist(namedIn(keyInfo) === nameOf(certificate), 'names another certificate')
  const signed = createVerify('RSA-SHA256').update(canonical(signedInfo))
  insist(signed.verify(certificate.publicKey, textOf(value).replaceAll(/\s/g, ''), 'base64'), 'is broken')
  return whole
}

function insistOnReference(given: Element, uri: string, transforms: string[], referred: Element): void {
  const [list, method, digest] = elementsIn(given)
  insist(isDs(given, 'Reference') && given.attributes['URI'] === uri && list && method && digest, 'refers elsewhere')
  const asked = elementsIn(list).map(({ attributes }) => attributes['Algorithm'])
  insist(asked.join() === transforms.join() && method.attributes['Algorithm'] === DIGEST, 'has other transforms')
  insist(textOf(digest).trim() === digestOf(canonical(referred)), 'is of something else')
}

function isDs({ name, namespaces }: Element, local: string): boolean {
  const [prefix, rest] = name.includes(':') ? name.split(':') : ['', name]
  return rest === local && namespaces[prefix!] === DSIG
}

const holdsSignature = (element: Element): boolean =>
  isDs(element, 'Signature') || elementsIn(element).some(holdsSignature)

function insist(condition: unknown, what: string): asserts condition {
  if (!condition) throw new SignatureInvalid(`the signature ${what}`)
}
