import { forms, period, read } from '../components/search.ts'

/** The filters of events, as parameters of the URL. */
export const readEventSearch = (search: Record<string, unknown>) =>
  read(search, { type: forms.type, object_id: forms.id, since: forms.day, until: forms.day })

export type EventFilters = ReturnType<typeof readEventSearch>

/** The same as parameters of the API. */
export const askedBy = ({ since, until, ...filters }: EventFilters) => ({
  ...filters,
  ...period({ ...(since && { since }), ...(until && { until }) }),
})
