import { forms, read } from '../parts/search.ts'

/** Which requests are shown, as it stands in the address: failed ones, or of one operation, or both. */
export function readRequestSearch(search: Record<string, unknown>): RequestFilters {
  const failed = search['failed'] === 'true'
  return { ...read(search, { operation: forms.operation }), ...(failed && { failed: 'true' as const }) }
}

export interface RequestFilters {
  operation?: string
  failed?: 'true'
}

/** The same as the contract asks for it. */
export const askedBy = ({ operation, failed }: RequestFilters) => ({
  ...(operation && { operation }),
  ...(failed && { failed: true }),
})
