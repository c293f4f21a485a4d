import type { Schemas } from '../api/client.ts'

/** Filters of the queue: in the URL, in a saved view, and as parameters of the API. */
export type Filters = Schemas['CaseViewFilters']

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Parses the URL. A kind unknown to this version is requested by its name there. */
export function readFilters(search: Record<string, unknown>): Filters {
  const { kind, user_id, due, assigned_to, hands, decidable } = search
  return {
    ...(typeof kind === 'string' && /^[a-z_]{1,40}$/.test(kind) && { kind: kind as NonNullable<Filters['kind']> }),
    ...(typeof user_id === 'string' && uuid.test(user_id) && { user_id }),
    ...((due === 'overdue' || due === 'today') && { due }),
    // The URL contains `me` and no id of a person, because only the journal may name people.
    ...(assigned_to === 'me' && { assigned_to }),
    ...((hands === 'nobody' || hands === 'free') && { hands }),
    ...((decidable === true || decidable === 'true') && { decidable: true }),
  }
}

export const without = (filters: Filters, ...names: (keyof Filters)[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters)))

export const isSameView = (one: Filters, other: Filters) => asText(one) === asText(other)
const asText = (filters: Filters) => JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)))

/** The queue a case was opened from: the target of the back link, and the source of the next case. */
let last: Filters = {}
export const lastFilters = {
  now: () => last,
  set: (filters: Filters) => {
    last = filters
  },
}
