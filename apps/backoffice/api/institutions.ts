import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, desk } from './client.ts'

const institutions = queryOptions({
  queryKey: ['institutions'],
  queryFn: () => answer(desk.GET('/v1/institutions')),
  select: ({ data }) => new Map(data.map(({ ispb, name }) => [ispb, name])),
  // The central bank publishes changes now and then, so once per visit is enough.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Names of institutions by their numbers, as far as they are known. */
export function useInstitutions(): ReadonlyMap<string, string> {
  return useQuery(institutions).data ?? nobody
}
const nobody: ReadonlyMap<string, string> = new Map()
