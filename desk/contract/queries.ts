import { keepPreviousData, QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { answer, desk, type Schemas } from './client.ts'
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
      // What the desk refuses it would refuse again; what did not arrive may arrive.
      retry: (count, error) => count < RETRIES && (!(error instanceof Problem) || error.status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})
connection.whenBack(() => void queries.invalidateQueries())

export type Role = Schemas['Me']['roles'][number]

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: () => answer(desk.GET('/v1/me')),
  staleTime: 60_000,
})
export const useMe = () => useSuspenseQuery(me).data

/** Whether who looks has one of these roles. */
export function useMay(...roles: Role[]): boolean {
  const given = useMe().roles
  return roles.some((role) => given.includes(role))
}

export const counts = queryOptions({
  queryKey: ['cases', 'counts'],
  queryFn: () => answer(desk.GET('/v1/cases/counts')),
  placeholderData: keepPreviousData,
})

export const useCounts = () => {
  const may = useMay('viewer', 'analyst', 'approver')
  return useQuery({ ...counts, enabled: may }).data
}
