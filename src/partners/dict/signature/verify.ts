import { createHash, type X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { type Reference, SignedXml } from 'xml-crypto'
import { refuseUnlike } from '../xml/unlike.ts'
import { DSIG, ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'

/** The document and the `KeyInfo`. Each one more would have the whole document searched once more. */
const REFERENCES_MAX = 2

/** A document whose signature is absent, broken, of another signer, or of another shape than BACEN's. */
export class NotBelieved extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NotBelieved'
  }
}

/**
 * Gives back what was signed, and nothing else.
 *
 * The caller reads the text returned, never the text received. That is the whole defence against signature wrapping:
 * whatever an attacker puts around, before or beside the signed element is not in the canonical text the digest was
 * taken of, and so is never read. Comments fall away with canonicalisation for the same reason.
 *
 * Certificates come from the configuration alone. The one a document names, or carries, is a claim of its sender.
 */
export function verifyXml(xml: string, trusted: readonly X509Certificate[], now: Date): string {
  refuseUnlike(xml)
  const signature = onlySignature(xml)
  const valid = trusted.filter((certificate) => certificate.validFromDate <= now && now <= certificate.validToDate)
  if (valid.length === 0) throw new NotBelieved('no trusted certificate is valid today')
  for (const certificate of valid) {
    const content = contentSignedBy(certificate, xml, signature)
    if (content !== undefined) return content
  }
  throw new NotBelieved('the signature is broken or of somebody else')
}

/** The one signature of the document, a child of its root. A second one anywhere is a document we do not know. */
function onlySignature(xml: string) {
  const root = parseStrictly(xml).documentElement
  const signatures = Array.from(root?.getElementsByTagNameNS(DSIG, 'Signature') ?? [])
  const [signature] = signatures
  if (!root || signatures.length !== 1 || !signature) throw new NotBelieved(`has ${signatures.length} signatures`)
  if (signature.parentNode !== root) throw new NotBelieved('the signature is not a child of the root')
  return signature
}

function contentSignedBy(certificate: X509Certificate, xml: string, signature: unknown): string | undefined {
  const signed = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null })
  allowOnlyOurs(signed)
  findRootAtOnce(signed)
  try {
    signed.loadSignature(signature as string)
    if (signed.getReferences().length > REFERENCES_MAX) return undefined
    if (!signed.checkSignature(xml)) return undefined
  } catch {
    return undefined
  }
  return wholeDocument(signed.getReferences())
}

/** An algorithm that is not in these tables is refused by the library, before any key is touched. */
function allowOnlyOurs(signed: SignedXml): void {
  signed.SignatureAlgorithms = keep(signed.SignatureAlgorithms, [RSA_SHA256])
  signed.HashAlgorithms = keep(signed.HashAlgorithms, [SHA256])
  signed.CanonicalizationAlgorithms = keep(signed.CanonicalizationAlgorithms, [EXCLUSIVE, ENVELOPED])
}

function keep<T>(table: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))
}

interface Validating {
  validateReference(reference: Reference, document: Document): string | undefined
}

/**
 * The library looks for the root by putting every element of the document in order, which takes the square of their
 * number: five seconds for a hundred kilobytes of siblings. The root is known, so its digest is taken here.
 */
function findRootAtOnce(signed: SignedXml): void {
  const library = signed as unknown as Validating
  const validate = library.validateReference.bind(signed)
  library.validateReference = (reference, document) => {
    if (reference.uri !== '') return validate(reference, document)
    if (reference.digestAlgorithm !== SHA256) return undefined
    const canonical = signed.getCanonXml(reference.transforms, document.documentElement)
    const claimed = Buffer.from(String(reference.digestValue), 'base64')
    return createHash('sha256').update(canonical).digest().equals(claimed) ? canonical : undefined
  }
}

/** A signature over a part of the document is a true signature and still says nothing about the rest. */
function wholeDocument(references: Reference[]): string {
  const whole = references.filter((reference) => reference.uri === '')
  const [reference] = whole
  if (whole.length !== 1 || !reference?.signedReference) throw new NotBelieved('the whole document is not signed')
  if (reference.transforms.join(' ') !== `${ENVELOPED} ${EXCLUSIVE}`) throw new NotBelieved('unexpected transforms')
  if (reference.inclusiveNamespacesPrefixList.length > 0) throw new NotBelieved('unexpected transform parameters')
  return reference.signedReference
}

/** The library's parser mends what it can; a message that needs mending is not one DICT sent. */
function parseStrictly(xml: string) {
  try {
    const errorHandler = { warning: complain, error: complain, fatalError: complain }
    return new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml')
  } catch (error) {
    throw new NotBelieved('is not well-formed', { cause: error })
  }
}

function complain(complaint: unknown): never {
  throw new Error(String(complaint))
}
