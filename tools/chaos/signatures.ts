import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPemKeys } from '@eclusa/gateway/src/partners/dict/keys/pem-keys.ts'
import { signXml } from '@eclusa/gateway/src/partners/dict/signature/sign.ts'
import { verifyXml } from '@eclusa/gateway/src/partners/dict/signature/verify.ts'
import { writeXml, type XmlElementContent } from '@eclusa/gateway/src/partners/dict/xml/write.ts'
import { type Identity, makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { signDocument, signedContent } from '@eclusa/simulators/dict/signature.ts'
import { canonical, readXml } from '@eclusa/simulators/dict/xml.ts'
import { createXmlsec } from '@eclusa/simulators/dict/xmlsec.ts'
import * as fc from 'fast-check'

/**
 * Three independent implementations of XML signatures (the client's, the simulator's and xmlsec1) sign the same random
 * documents, and each verifies what each signed; then one character of every tenth is changed, and none may accept it.
 */
export interface SignaturesResult {
  documents: number
  /** Signed by the first and rejected by the second: `client→xmlsec1`. Every pair is counted, and each must be 0. */
  refused: Record<string, number>
  /** Changed after signing, and accepted all the same. */
  altered_believed: Record<string, number>
  /** Accepted, and parsed with another content than was written. */
  misread: Record<string, number>
}

interface SigningHand {
  name: string
  sign(documents: string[]): Promise<string[]>
  /** The canonical text by each; undefined when it is rejected. */
  read(signed: string[]): Promise<(string | undefined)[]>
}

export async function crossSign(count: number, say: (line: string) => void): Promise<SignaturesResult> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-signatures-'))
  const authority = await makeAuthority(folder, 'Autoridade & Cia <Pix>')
  const hands = await openHands(await authority.issue({ name: '11111111', kind: 'signature' }))
  const documents = fc
    .sample(document, { numRuns: count })
    .map((content) => writeXml('CreateFundsRecoveryRequest', content))
  const verdict: SignaturesResult = { documents: count, refused: {}, altered_believed: {}, misread: {} }
  try {
    for (const signer of hands.all) {
      say(`${signer.name} signs ${count} documents`)
      const signed = await signer.sign(documents)
      // One process of xmlsec1 for each of these: it stops at the first rejection.
      const altered = signed.filter((_, each) => each % 10 === 0).map(alter)
      for (const reader of hands.all) {
        const pair = `${signer.name}→${reader.name}`
        const read = await reader.read(signed)
        verdict.refused[pair] = read.filter((text) => text === undefined).length
        verdict.misread[pair] = read.filter((text, each) => text !== undefined && !says(text, documents[each]!)).length
        verdict.altered_believed[pair] = (await reader.read(altered)).filter((text) => text !== undefined).length
      }
    }
  } finally {
    await hands.close()
    await rm(folder, { recursive: true, force: true })
  }
  return verdict
}

async function openHands(identity: Identity): Promise<{ all: SigningHand[]; close(): Promise<void> }> {
  const certificate = new X509Certificate(identity.certificate)
  const [key] = createPemKeys(identity).keys
  // The name of the authority above in RFC 4514 notation, and then in XML.
  const issuer = 'CN=Autoridade &amp; Cia \\&lt;Pix\\&gt;,O=Eclusa sandbox,C=BR'
  const xmlsec = await createXmlsec(identity, { issuer, serial: String(BigInt(`0x${certificate.serialNumber}`)) })
  const client: SigningHand = {
    name: 'client',
    sign: (documents) => Promise.all(documents.map((xml) => signXml(xml, key!))),
    read: async (signed) => signed.map((xml) => attempt(() => verifyXml(xml, [certificate], new Date()))),
  }
  const simulator: SigningHand = {
    name: 'simulator',
    sign: async (documents) => documents.map((xml) => signDocument(xml, identity)),
    read: async (signed) => signed.map((xml) => attempt(() => canonical(signedContent(readXml(xml), certificate)))),
  }
  const xmlsec1: SigningHand = {
    name: 'xmlsec1',
    sign: (documents) => xmlsec.sign(documents),
    // It only returns whether it verifies: the simulator's parser then reads the document.
    async read(signed) {
      const believed = await xmlsec.verify(signed)
      return signed.map((xml, each) => (believed[each] ? canonical(withoutSignature(xml)) : undefined))
    },
  }
  return { all: [client, simulator, xmlsec1], close: () => xmlsec.close() }
}

const line = fc.string({ unit: 'grapheme', maxLength: 80 })
/** Characters that break XML without escaping, more often than random. */
const trap = fc.constantFrom(
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '&amp;',
  '&#13;',
  '\t',
  '\n',
  '  ',
  '<!--',
  'á',
  '💸',
  '\u0085',
  '\u2028',
)
const text = fc.array(fc.oneof(line, trap), { minLength: 1, maxLength: 6 }).map((parts) => `x${parts.join('')}x`)
const document: fc.Arbitrary<XmlElementContent> = fc.record({
  participant: fc.constant('11111111'),
  funds_recovery: fc.record({ report_details: text, situation_type: text, list: fc.array(fc.record({ each: text })) }),
})

/** One character of the content. */
function alter(signed: string): string {
  const place = signed.indexOf('<Participant>') + '<Participant>'.length
  return `${signed.slice(0, place)}2${signed.slice(place + 1)}`
}

function withoutSignature(xml: string) {
  const root = readXml(xml)
  return { ...root, inside: root.inside.filter((each) => typeof each === 'string' || !each.name.endsWith('Signature')) }
}

/** Whether two texts are equal. A signer that adds line breaks leaves white space around its signature. */
function says(read: string, written: string): boolean {
  return read.replace(/^(<\w+>)\s+/, '$1') === canonical(readXml(written))
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const verdict = await crossSign(Number(process.argv[2] ?? 1_000), (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify(verdict)}\n`)
  const { refused, altered_believed, misread } = verdict
  process.exitCode = [refused, altered_believed, misread].some((each) => Object.values(each).some(Boolean)) ? 1 : 0
}
