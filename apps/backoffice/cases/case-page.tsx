import { skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { Missing } from '../layout/error-page.tsx'
import { useNextCase } from '../queue/next-case.ts'
import { Case } from './case.tsx'
import { keyOf } from './case-key.ts'
import { caseQueryKey } from './kind.ts'
import { kinds } from './kinds.ts'
import { useCaseRow } from './use-case-row.ts'

const route = getRouteApi('/cases/$kind/$id')

export function CasePage() {
  const { kind, id } = route.useParams()
  const caseKey = { kind, id, ...route.useSearch() }
  const view = kinds[kind]
  useReadAhead(useNextCase(useCaseRow(caseKey, !view?.unqueued)).row)
  if (!view) return <Missing />
  // Another case is another page: no state of the previous one remains.
  return <Case key={`${kind} ${id} ${caseKey.user_id}`} view={view} caseKey={caseKey} />
}

/**
 * The next case is prefetched while the current one is shown. An observer and not a plain fetch: unobserved queries are
 * garbage collected after a minute, and would be read again when the page opens.
 */
function useReadAhead(next: Schemas['Case'] | undefined): void {
  const view = next && kinds[next.kind]
  useQuery({
    queryKey: next ? caseQueryKey(keyOf(next)) : ['case'],
    queryFn: view ? () => view.read(keyOf(next)) as Promise<unknown> : skipToken,
    // A failed prefetch is not shown here.
    notifyOnChangeProps: [],
  })
}
