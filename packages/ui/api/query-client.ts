import { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { ApiError } from './problem.ts'

const FRESH_MS = 5_000
const RETRIES = 2

/** Query cache in memory, for as long as a page shows the data and a little longer. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 60_000,
      networkMode: 'always',
      // An error response would repeat, so it is not retried. A network failure is.
      retry: (count, error) => count < RETRIES && (!(error instanceof ApiError) || error.status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})
connection.whenBack(() => void queries.invalidateQueries())
