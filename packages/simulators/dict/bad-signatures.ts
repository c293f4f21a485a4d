import type { Identity } from './certificates.ts'
import type { FaultKind } from './faults.ts'
import { signDocument } from './signature.ts'

export interface Signers {
  dict: Identity
  /** A certificate of another authority, for responses that DICT did not sign. */
  foreign: Identity
}

/** The signed response, or a forged one by request. */
export function signedAnswer(xml: string, signers: Signers, kind: FaultKind | undefined): string {
  const signed = signDocument(xml, kind === 'foreign_signature' ? signers.foreign : signers.dict)
  if (kind === 'bad_signature') return alterText(signed)
  if (kind === 'unsigned') return xml
  if (kind === 'wrapped') return wrap(xml, signed)
  if (kind === 'document_type') return `<!DOCTYPE bomb [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${signed}`
  if (kind === 'not_xml') return '<html><body>a proxy says hello</body>'
  if (kind === 'too_large') return `${signed}<!--${'x'.repeat(9 * 1024 * 1024)}-->`
  return signed
}

/** One byte of the content, changed after signing. */
function alterText(signed: string): string {
  const place = signed.indexOf('</CorrelationId>') - 1
  return `${signed.slice(0, place)}${signed[place] === '0' ? '1' : '0'}${signed.slice(place + 1)}`
}

/** Signature wrapping: a forged document that contains the genuine signed one where a careless parser does not look. */
function wrap(xml: string, signed: string): string {
  const root = /^<(\w+)/.exec(xml)?.[1] ?? 'x'
  const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed) ?? []
  const forged = xml.replace(/<Status>\w+<\/Status>/, '<Status>COMPLETED</Status>')
  return `${forged.slice(0, -`</${root}>`.length)}${signature}<Object>${signed}</Object></${root}>`
}
