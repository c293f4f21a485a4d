import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'

/** A signed anchor of the journal's head at a time, which the database owner cannot forge. */
export interface Anchor {
  schema: typeof ANCHOR_SCHEMA
  sequence: number
  /** The hash of that entry, and through it of all before. */
  hash: string
  at: string
  /** The hash of the previous anchor's document. Null in the first. */
  previous: string | null
  /** Names the signing key. */
  key: string
}

export const ANCHOR_SCHEMA = 'eclusa/journal-anchor/1'
export const ANCHORS = 'anchors/'
const DIGITS = 16

/** Keys that sort in the order of the journal. */
export const anchorKey = (sequence: number) => `${ANCHORS}${String(sequence).padStart(DIGITS, '0')}.json`

/** The hash by which the next anchor refers to this one. */
export const documentHash = (document: string) => createHash('sha256').update(document).digest('hex')

export function readSigningKey(pem: string): KeyObject {
  return onlyEd25519(createPrivateKey(pem), 'JOURNAL_SIGNING_KEY')
}

/** One public key, or two after a key change: anchors signed with the old one stay valid. */
export function readVerifyKeys(pem: string): KeyObject[] {
  const each = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
  if (each.length === 0) throw new Error('JOURNAL_VERIFY_KEY holds no public key in PEM')
  return each.map((one) => onlyEd25519(createPublicKey(one), 'JOURNAL_VERIFY_KEY'))
}

function onlyEd25519(key: KeyObject, setting: string): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${setting} has to be an Ed25519 key`)
  return key
}

function fingerprint(key: KeyObject): string {
  const shown = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(shown.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)
}

/** The document in the store: the anchor and its signature over its canonical JSON (RFC 8785). */
export function signAnchor(anchor: Omit<Anchor, 'schema' | 'key'>, key: KeyObject): string {
  const signed: Anchor = { schema: ANCHOR_SCHEMA, ...anchor, key: fingerprint(key) }
  const signature = sign(null, Buffer.from(canonicalize(signed)!), key).toString('base64')
  return `${canonicalize({ ...signed, signature })}\n`
}

/** The verified anchor, or why it is invalid. */
export function createAnchor(document: string, keys: readonly KeyObject[]): Anchor | string {
  let read: { signature?: unknown } & Partial<Anchor>
  try {
    read = JSON.parse(document) as typeof read
  } catch {
    return 'it is not JSON'
  }
  const { signature, ...anchor } = read
  if (anchor.schema !== ANCHOR_SCHEMA || typeof signature !== 'string') return 'it is not an anchor of an audit log'
  const key = keys.find((one) => fingerprint(one) === anchor.key)
  if (!key) return `it is signed with the key ${String(anchor.key)}, which is none of JOURNAL_VERIFY_KEY`
  const holds = verify(null, Buffer.from(canonicalize(anchor)!), key, Buffer.from(signature, 'base64'))
  return holds ? (anchor as Anchor) : 'its signature does not hold'
}
