import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../api/client.ts'
import type { Filters } from './filters.ts'

export type CaseListRow = Schemas['Case']
interface CaseListPage {
  data: CaseListRow[]
  page_state?: string
}

const PAGE_SIZE = 50
const LIST_KEY = ['cases', 'list']

/** The queue, page by page, sorted by deadline. */
export const caseList = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, filters],
    queryFn: ({ pageParam }) =>
      answer(
        desk.GET('/v1/cases', {
          params: { query: { page_size: PAGE_SIZE, ...filters, ...(pageParam && { page_state: pageParam }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page_state }) => page_state,
    // Rows must not move under the pointer: the list is read again only on navigation or by request.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })

/** Every loaded row, of any list. */
export function cachedRows(queries: QueryClient): CaseListRow[] {
  return queries
    .getQueriesData<InfiniteData<CaseListPage>>({ queryKey: LIST_KEY })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
}

/** Updates rows in place. */
export function changeRows(queries: QueryClient, change: (row: CaseListRow) => CaseListRow): void {
  queries.setQueriesData<InfiniteData<CaseListPage>>(
    { queryKey: LIST_KEY },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) },
  )
}
