import { forms, read } from '../components/search.ts'

/** The filters of requests, as parameters of the URL: failed ones, one operation, or both. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearchFilters {
  const failed = search['failed'] === 'true'
  return { ...read(search, { operation: forms.operation }), ...(failed && { failed: 'true' as const }) }
}

export interface RequestSearchFilters {
  operation?: string
  failed?: 'true'
}

/** The same as parameters of the API. */
export const askedBy = ({ operation, failed }: RequestSearchFilters) => ({
  ...(operation && { operation }),
  ...(failed && { failed: true }),
})
