import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The values that every schema compares. A multipart body is given as its fields and the hash of each file. */
export interface ComparedContent {
  method: string
  path: string
  params: unknown
  query: unknown
  body: unknown
  authenticated_user_id: string | null
  user_id: string
}

/** SHA-256 of the canonical JSON (RFC 8785). Requests with the same fingerprint run in turn. */
export function fingerprint(content: ComparedContent): Buffer {
  const canonical = canonicalize({ ...content, body: content.body ?? null })!
  return createHash('sha256').update(canonical).digest()
}
