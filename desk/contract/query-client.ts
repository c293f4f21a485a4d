import { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { Problem } from './problem.ts'

const FRESH_MS = 5_000
const RETRIES = 2

/** What was read is kept in memory for as long as a page shows it, and a little longer. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 60_000,
      networkMode: 'always',
      // What was refused would be refused again; what did not arrive may arrive.
      retry: (count, error) => count < RETRIES && (!(error instanceof Problem) || error.status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})
connection.whenBack(() => void queries.invalidateQueries())
