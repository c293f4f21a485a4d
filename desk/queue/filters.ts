import type { Schemas } from '../contract/client.ts'

/** Which cases of the queue are shown: as the address has it, as a view keeps it, and as the desk is asked. */
export type Filters = Schemas['CaseViewFilters']

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** What of an address can be meant. A kind of tomorrow is asked for by the name it has there. */
export function readFilters(search: Record<string, unknown>): Filters {
  const { kind, user_id, due, assigned_to, hands, decidable } = search
  return {
    ...(typeof kind === 'string' && /^[a-z_]{1,40}$/.test(kind) && { kind: kind as NonNullable<Filters['kind']> }),
    ...(typeof user_id === 'string' && uuid.test(user_id) && { user_id }),
    ...((due === 'overdue' || due === 'today') && { due }),
    // Who it is stands in the journal; in an address stands only oneself.
    ...(assigned_to === 'me' && { assigned_to }),
    ...((hands === 'nobody' || hands === 'free') && { hands }),
    ...((decidable === true || decidable === 'true') && { decidable: true }),
  }
}

export const without = (filters: Filters, ...names: (keyof Filters)[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters)))

export const isSameView = (one: Filters, other: Filters) => asText(one) === asText(other)
const asText = (filters: Filters) => JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)))

/** The queue one came from: where one goes back to, and where the next case comes from. */
let last: Filters = {}
export const lastFilters = {
  now: () => last,
  set: (filters: Filters) => {
    last = filters
  },
}
