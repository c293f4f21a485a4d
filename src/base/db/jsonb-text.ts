import { createHash } from 'node:crypto'

/**
 * What PostgreSQL hashes when it chains rows, made here: a verifier that asks the database for the hash has its answer from
 * whoever could have changed the rows. Members are texts of JSON: numbers and JSON as the database writes them, and texts
 * through `jsonbString`.
 */
export function chainHash(previous: Buffer, members: (string | null)[]): Buffer {
  return createHash('sha256').update(previous).update(jsonbArray(members)).digest()
}

/** As `jsonb_build_array(…)::text` is written. */
export function jsonbArray(members: (string | null)[]): string {
  return `[${members.map((member) => member ?? 'null').join(', ')}]`
}

/** A text as jsonb writes it: both escape what JSON has to have escaped, and nothing else. */
export function jsonbString(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text)
}
