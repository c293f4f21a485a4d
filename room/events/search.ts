import { forms, period, read } from '../parts/search.ts'

/** Which events are shown, as it stands in the address. */
export const readEventSearch = (search: Record<string, unknown>) =>
  read(search, { type: forms.type, object_id: forms.id, since: forms.day, until: forms.day })

export type EventFilters = ReturnType<typeof readEventSearch>

/** The same as the contract asks for it. */
export const askedBy = ({ since, until, ...filters }: EventFilters) => ({
  ...filters,
  ...period({ ...(since && { since }), ...(until && { until }) }),
})
