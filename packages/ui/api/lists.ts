import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

interface ListPage<Row> {
  data: Row[]
  page_state?: string
}

/** The parameter of the next page. */
interface PageParameters {
  page_size: number
  page_state?: string
}

const PAGE_SIZE = 50

/** An infinite query of a list: each page continues after the previous one. */
export const listOf = <Row>(queryKey: QueryKey, read: (asked: PageParameters) => Promise<ListPage<Row>>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read({ page_size: PAGE_SIZE, ...(pageParam && { page_state: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ page_state }) => page_state,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
