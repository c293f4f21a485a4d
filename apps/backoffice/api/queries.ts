import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { answer, desk, type Schemas } from './client.ts'

export type Role = Schemas['Me']['roles'][number]

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: () => answer(desk.GET('/v1/me')),
  staleTime: 60_000,
})
export const useMe = () => useSuspenseQuery(me).data

/** Whether the current person has one of these roles. */
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
