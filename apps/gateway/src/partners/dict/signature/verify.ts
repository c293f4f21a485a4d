import { createHash, verify, type X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { isValid } from '../keys/signing-keys.ts'
import { assertSafeXml } from '../xml/xml-safety.ts'
import { DSIG, ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'

/** A document whose signature is absent, invalid, of another signer, or of another form than BACEN's. */
export class NotBelieved extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NotBelieved'
  }
}

/**
 * Verifies the XML signature and returns only the signed content.
 * The caller reads the returned text, never the received one. This prevents signature wrapping: anything that an
 * attacker adds around, before or beside the signed element is not in the canonical text of the digest, and is never
 * read. Canonicalisation removes comments for the same reason.
 * Certificates come only from the configuration. A certificate that a document names or contains is not trusted.
 * Only one form is accepted: a signature over the whole document, and optionally one over the `KeyInfo`. There is no
 * algorithm to choose.
 */
export function verifyXml(xml: string, trusted: readonly X509Certificate[], now: Date): string {
  assertSafeXml(xml)
  const { root, signature } = parseSigned(xml)
  const signedInfo = canonical(only(signature, 'SignedInfo'))
  const value = bytesOf(only(signature, 'SignatureValue'))
  const valid = trusted.filter((certificate) => isValid(certificate, now))
  if (valid.length === 0) throw new NotBelieved('no trusted certificate is valid today')
  const signed = Buffer.from(signedInfo)
  if (!valid.some(({ publicKey: key }) => key.asymmetricKeyType === 'rsa' && verify('sha256', signed, key, value))) {
    throw new NotBelieved('the signature is invalid or of another key')
  }
  // Read from the signed text, and not from the original element.
  const references = referencesIn(parseStrictly(signedInfo))
  const keyInfo = children(signature, 'KeyInfo')[0]
  root.removeChild(signature)
  const content = canonical(root)
  for (const { uri, digest } of references) {
    const referred = uri === '' ? content : keyInfo && `#${keyInfo.getAttribute('Id')}` === uri && canonical(keyInfo)
    if (!referred || !sha256(referred).equals(digest)) throw new NotBelieved('what was signed is not what is here')
  }
  return content
}

/** The single signature of the document, a child of its root. A second one anywhere is rejected. */
function parseSigned(xml: string): { root: Element; signature: Element } {
  const root = parseStrictly(xml)
  const signatures = Array.from(root.getElementsByTagNameNS(DSIG, 'Signature'))
  const [signature] = signatures
  if (signatures.length !== 1 || !signature) throw new NotBelieved(`has ${signatures.length} signatures`)
  if (signature.parentNode !== root) throw new NotBelieved('the signature is not a child of the root')
  return { root, signature }
}

interface SignedReference {
  uri: string
  digest: Buffer
}

/**
 * The references of a `SignedInfo`: the whole document, and at most the `KeyInfo` beside it, with BACEN's transforms.
 */
function referencesIn(signedInfo: Element): SignedReference[] {
  const [form, method, ...references] = elements(signedInfo)
  if (!form || !method) throw new NotBelieved('the signature is empty')
  insistOn(form, 'CanonicalizationMethod', EXCLUSIVE)
  insistOn(method, 'SignatureMethod', RSA_SHA256)
  const read = references.map(readReference)
  const whole = read.filter(({ uri }) => uri === '').length
  if (whole !== 1 || read.length > 2) throw new NotBelieved('the whole document is not signed, or more than it')
  return read
}

function readReference(reference: Element): SignedReference {
  const uri = reference.getAttribute('URI') ?? ''
  const transforms = elements(only(reference, 'Transforms'))
  const expected = uri === '' ? [ENVELOPED, EXCLUSIVE] : [EXCLUSIVE]
  if (transforms.length !== expected.length) throw new NotBelieved('unexpected transforms')
  for (const [index, transform] of transforms.entries()) insistOn(transform, 'Transform', expected[index]!)
  insistOn(only(reference, 'DigestMethod'), 'DigestMethod', SHA256)
  return { uri, digest: bytesOf(only(reference, 'DigestValue')) }
}

/** Parameters, such as inclusive namespaces, would change the signed text. BACEN uses none. */
function insistOn(element: Element, name: string, algorithm: string): void {
  const fits = element.localName === name && element.getAttribute('Algorithm') === algorithm
  if (!fits || elements(element).length > 0) throw new NotBelieved(`has a ${name} that is not ours`)
}

function elements({ childNodes }: Element): Element[] {
  return Array.from(childNodes).filter((node): node is Element => node.nodeType === node.ELEMENT_NODE)
}

function children(parent: Element, name: string): Element[] {
  return elements(parent).filter(({ namespaceURI, localName }) => namespaceURI === DSIG && localName === name)
}

function only(parent: Element, name: string): Element {
  const [child, ...others] = children(parent, name)
  if (!child || others.length > 0) throw new NotBelieved(`has not one ${name}`)
  return child
}

function canonical(element: Element): string {
  return new ExclusiveCanonicalization().process(element, {})
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function bytesOf({ textContent }: Element): Buffer {
  return Buffer.from(textContent ?? '', 'base64')
}

/** The parser repairs malformed input. A message that needs a repair is rejected. */
function parseStrictly(xml: string): Element {
  try {
    const errorHandler = { warning: complain, error: complain, fatalError: complain }
    const options = { errorHandler, normalizeLineEndings: endLines }
    const { documentElement } = new DOMParser(options).parseFromString(xml, 'text/xml')
    return documentElement ?? complain('has no root')
  } catch (error) {
    throw new NotBelieved('is not well-formed', { cause: error })
  }
}

/**
 * Normalises line ends as XML 1.0 does. The parser would also treat U+0085 and U+2028 as line ends, and so read
 * another text than DICT's.
 */
function endLines(xml: string): string {
  return xml.replaceAll(/\r\n?/g, '\n')
}

function complain(complaint: unknown): never {
  throw new Error(String(complaint))
}
