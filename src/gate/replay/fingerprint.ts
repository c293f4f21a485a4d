import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ReplaySchema } from '../headers.ts'

/** The values two requests are compared by. A multipart body is given as its fields and the hash of each file. */
export interface ComparedValues {
  method: string
  path: string
  params: unknown
  query: unknown
  body: unknown
  authenticated_user_id: string | null
  user_id: string
  nonce: string
  transaction_uuid: string | undefined
}

export interface Fingerprints {
  /** What every schema compares. Requests that share it take turns. */
  content: Buffer
  /** What decides whether this request is a repeat. */
  selected: Buffer
  /** The same effect as the other schemas see it: a repeat is recognised whichever schema it names. */
  others: Buffer[]
}

export function fingerprint(values: ComparedValues, schema: ReplaySchema | undefined): Fingerprints {
  const { nonce, transaction_uuid, ...compared } = values
  const content = digest(canonicalize({ ...compared, body: values.body ?? null })!)
  const withNonce = digest(content, 'nonce', nonce)
  const withTransaction = transaction_uuid && digest(content, 'x-transaction-uuid', transaction_uuid)
  const withBoth = transaction_uuid && digest(content, 'nonce&x-transaction-uuid', nonce, transaction_uuid)

  const selected = select(schema, { content, withNonce, withTransaction, withBoth })
  const all = [content, withNonce, withTransaction, withBoth].filter((hash) => Buffer.isBuffer(hash))
  return { content, selected, others: all.filter((hash) => hash !== selected) }
}

function select(
  schema: ReplaySchema | undefined,
  hashes: {
    content: Buffer
    withNonce: Buffer
    withTransaction: Buffer | undefined | ''
    withBoth: Buffer | undefined | ''
  },
): Buffer {
  if (schema === undefined) return hashes.content
  if (schema === 'nonce') return hashes.withNonce
  const chosen = schema === 'x-transaction-uuid' ? hashes.withTransaction : hashes.withBoth
  if (!chosen) throw new Error('the shape lets no schema through that names an absent header')
  return chosen
}

function digest(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
