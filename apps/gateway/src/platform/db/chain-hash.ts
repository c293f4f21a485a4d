import { createHash } from 'node:crypto'

/**
 * The canonical text that PostgreSQL hashes when it chains rows, computed here. A verifier that asked the database for the hash
 * would trust an attacker who could have changed the rows. Array members are JSON texts: numbers and JSON as the database writes
 * them, texts through `jsonbString`.
 */
export function chainHash(previous: Buffer, members: (string | null)[]): Buffer {
  return createHash('sha256').update(previous).update(jsonbArray(members)).digest()
}

/** The same text as `jsonb_build_array(…)::text`. */
export function jsonbArray(members: (string | null)[]): string {
  return `[${members.map((member) => member ?? 'null').join(', ')}]`
}

/** A text as jsonb writes it. Both JSON.stringify and jsonb escape only the characters that JSON requires. */
export function jsonbString(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text)
}
