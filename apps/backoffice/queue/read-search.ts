import type { Schemas } from '../api/client.ts'

/** The kind of search: an id and an end-to-end id have a form of their own, and anything else is a document. */
export function readSearch(written: string): Schemas['CaseSearch'] {
  const text = written.trim()
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return { id: text }
  if (/^[ED][0-9A-Za-z]{31}$/.test(text)) return { end_to_end_id: text }
  // A CPF or CNPJ is stored without punctuation.
  const bare = text.replaceAll(/[.\-/\s]/g, '')
  return { document: /^(\d{11}|[0-9A-Z]{12}\d{2})$/i.test(bare) ? bare.toUpperCase() : text }
}
