import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Schemas } from '../contract/client.ts'
import { Missing } from '../frame/broken.tsx'
import { useNextCase } from '../queue/next-case.ts'
import { Case } from './case.tsx'
import { keyOf } from './case-key.ts'
import { caseQuery } from './kind.ts'
import { kinds } from './kinds.ts'
import { useCaseRow } from './use-case-row.ts'

const route = getRouteApi('/cases/$kind/$id')

export function CasePage() {
  const { kind, id } = route.useParams()
  const caseKey = { kind, id, ...route.useSearch() }
  const view = kinds[kind]
  useReadAhead(useNextCase(useCaseRow(caseKey)).row)
  if (!view) return <Missing />
  // Another case is another page: nothing of the one before is left in it.
  return <Case key={`${kind} ${id} ${caseKey.user_id}`} view={view} caseKey={caseKey} />
}

/** The next case is read while somebody looks at this one, so that it is there when it is wanted. */
function useReadAhead(next: Schemas['Case'] | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const view = next && kinds[next.kind]
    if (view) void queries.prefetchQuery(caseQuery(view, keyOf(next)))
  }, [next, queries])
}
