import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import type * as Verify from '@eclusa/gateway/src/partners/dict/signature/verify.ts'
import type * as Read from '@eclusa/gateway/src/partners/dict/xml/read.ts'
import { makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { signDocument } from '@eclusa/simulators/dict/signature.ts'
import { createRandom } from '../random.ts'
import { type Counts, count, noCounts } from './counts.ts'
import { hostileDocument } from './documents.ts'
import type { AttackField, AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/partners/dict/xml/xml.test.ts',
  'apps/gateway/src/partners/dict/signature/signature.test.ts',
  'apps/gateway/src/partners/dict/faults.test.ts',
  'apps/gateway/src/partners/dict/connection.test.ts',
  'packages/simulators/dict/wire.test.ts',
  'tools/chaos/test/signatures.test.ts',
]
/** DICT's responses are parsed on the main thread. */
const HANG_MS = 2_000
const content = '<R><CorrelationId>abc</CorrelationId><Status>CREATED</Status></R>'
const CANARY = 'canario-of-a-file'

/** Documents an attacker between the gateway and DICT may send. */
export const xml: AttackPart = {
  name: 'xml',
  what: 'XML: entities, wrapping, what is deep or long, one byte that is another',
  rounds: 20_000,
  planted: { bug: 'partners/dict-part-signed-all-read', rounds: 500, finds: 'successes' },
  suites,
  generate: readHostile,
}

async function readHostile({ root, rounds, seed, say }: AttackField): Promise<Counts> {
  const { parseXml } = (await import(joinPath(root, 'apps/gateway/src/partners/dict/xml/read.ts'))) as typeof Read
  const { verifyXml } = (await import(
    joinPath(root, 'apps/gateway/src/partners/dict/signature/verify.ts')
  )) as typeof Verify
  const folder = await mkdtemp(joinPath(tmpdir(), 'eclusa-attack-'))
  const secret = joinPath(folder, 'secret')
  await writeFile(secret, CANARY)
  const authority = await makeAuthority(folder, 'Pix')
  const dict = await authority.issue({ name: 'dict', kind: 'signature', days: 1 })
  const trusted = [new X509Certificate(dict.certificate)]
  const signed = signDocument(content, dict)
  const now = new Date()
  const counts = noCounts()
  if (verifyXml(signed, trusted, now) !== content) counts.wrong.push('what DICT signed is not believed')
  for (let number = 0; number < rounds; number += 1) {
    const made = hostileDocument(signed, secret, createRandom(seed * 1_000_003 + number))
    judgeDocument(counts, `#${number} ${made.how}`, content, [
      tried(() => JSON.stringify(parseXml(made.xml))),
      tried(() => verifyXml(made.xml, trusted, now)),
    ])
  }
  await rm(folder, { recursive: true, force: true })
  say(`  ${rounds} hostile documents were read, and their signatures looked at`)
  return counts
}

export interface XmlAttempt {
  /** The parsed result, or the error. */
  read?: string
  refused?: string
  ms: number
}

function tried(work: () => string): XmlAttempt {
  const begun = performance.now()
  try {
    return { read: work(), ms: performance.now() - begun }
  } catch (error) {
    return { refused: (error as Error).name, ms: performance.now() - begun }
  }
}

/**
 * Parsed and verified: an accepted document is what was signed; a rejected one has a declared error, because other errors
 * are not handled.
 */
export function judgeDocument(
  counts: Counts,
  what: string,
  original: string,
  [read, verified]: [XmlAttempt, XmlAttempt],
): void {
  const both = [read, verified]
  const believed = verified.read !== undefined && verified.read !== original
  const unnamed = both.filter(({ refused }) => refused && !['UnreadableXml', 'NotBelieved'].includes(refused))
  const slow = both.filter(({ ms }) => ms > HANG_MS)
  const leaked = both.filter((one) => one.read?.includes(CANARY))
  count(counts, 'successes', 1, believed ? [`${what}: believed as ${verified.read}`] : [])
  count(
    counts,
    'undeclared_5xx',
    2,
    unnamed.map(({ refused }) => `${what}: ${refused}`),
  )
  count(
    counts,
    'hangs',
    2,
    slow.map(({ ms }) => `${what}: ${Math.round(ms)} ms`),
  )
  count(
    counts,
    'canaries',
    2,
    leaked.map(() => `${what}: a file was read`),
  )
}
