import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { cachedRows } from '../queue/case-list.ts'
import { cachedNext } from '../queue/next-case.ts'
import { type CaseKey, isSameCase, keyOf } from './case-key.ts'
import { rowQuery } from './row-query.ts'

/** The queue row of the case: first the cached one, then the current one. */
export function useCaseRow(key: CaseKey, queued: boolean): Schemas['Case'] | undefined {
  const queries = useQueryClient()
  return useQuery({
    ...rowQuery(key),
    enabled: queued,
    placeholderData: () => [...cachedRows(queries), ...cachedNext(queries)].find((row) => isSameCase(keyOf(row), key)),
  }).data
}
