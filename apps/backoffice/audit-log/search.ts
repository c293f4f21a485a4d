import type { Schemas } from '../api/client.ts'

export type AuditEntryRow = Schemas['JournalEntry']

/** The displayed entries, as parameters of the URL. */
export interface JournalFilters {
  subject_id?: string
  actor_id?: string
  operation?: string
  /** Days in São Paulo, inclusive. */
  since?: string
  until?: string
}

const LONGEST = 200
/** A search by document or e-mail must not be in a URL. */
export const ID_PATTERN = String.raw`(?!\d{11}$|\d{14}$|\d{3}\.\d{3}\.\d{3}-\d\d$)[^@\s]+`
const id = new RegExp(`^${ID_PATTERN}$`)
const day = /^\d{4}-\d\d-\d\d$/

export function readJournalSearch(search: Record<string, unknown>): JournalFilters {
  const read = (name: keyof JournalFilters, form: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && value.length <= LONGEST && form.test(value) ? { [name]: value } : {}
  }
  return {
    ...read('subject_id', id),
    ...read('actor_id', /^\S+$/),
    ...read('operation', /^[A-Za-z][\w -]*$/),
    ...read('since', day),
    ...read('until', day),
  }
}

/** The same as parameters of the API. */
export function askedBy({ since, until, ...filters }: JournalFilters) {
  return { ...filters, ...(since && { created_at_start: since }), ...(until && { created_at_end: until }) }
}
