import { endOfDay } from '../parts/time-left.ts'

/** Which cases of the queue are shown, as it stands in the address. */
export interface Filters {
  kind?: string
  /** In one's own hands. */
  hand?: 'me'
  due?: 'overdue' | 'today'
  user_id?: string
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown) => values.find((one) => one === given)

export function readFilters(search: Record<string, unknown>): Filters {
  const kind = typeof search['kind'] === 'string' && /^[a-z_]{1,40}$/.test(search['kind']) ? search['kind'] : undefined
  const hand = oneOf(['me'], search['hand'])
  const due = oneOf(['overdue', 'today'], search['due'])
  const user_id =
    typeof search['user_id'] === 'string' && /^[0-9a-f-]{36}$/i.test(search['user_id']) ? search['user_id'] : undefined
  return { ...(kind && { kind }), ...(hand && { hand }), ...(due && { due }), ...(user_id && { user_id }) }
}

/** The same as the desk asks for it. */
export function askedBy({ kind, hand, due, user_id }: Filters) {
  const now = new Date()
  return {
    ...(kind && { kind: kind as 'client' }),
    ...(hand && { assigned_to: hand }),
    ...(due === 'overdue' && { due_before: now.toISOString() }),
    ...(due === 'today' && { due_from: now.toISOString(), due_before: endOfDay(now).toISOString() }),
    ...(user_id && { user_id }),
  }
}

/** The queue one came from: where one goes back to, and where the next case comes from. */
let last: Filters = {}
export const lastFilters = {
  now: () => last,
  set: (filters: Filters) => {
    last = filters
  },
}
