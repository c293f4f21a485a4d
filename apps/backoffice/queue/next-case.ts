import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, desk, type Schemas } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { isSameCase, keyOf, placeOf } from '../cases/case-key.ts'
import { cases } from '../cases/messages.ts'
import type { CaseListRow } from './case-list.ts'
import { lastFilters } from './filters.ts'
import { hearing } from './live-connection.ts'

type CasePosition = Pick<CaseListRow, 'id' | 'deadline'> | undefined

const ask = (after: object) =>
  answer(desk.GET('/v1/cases/next', { params: { query: { ...lastFilters.now(), ...after } } }))

export const NEXT_KEY = ['cases', 'next']

/** The next case that can be decided, in the queue of origin; after the last, the first. The server leaves out the rest. */
const nextCase = (place: CasePosition) =>
  queryOptions({
    queryKey: [...NEXT_KEY, lastFilters.now(), place?.id],
    // With realtime changes the prefetched next case stays valid, and no request is needed when the key is pressed.
    staleTime: () => (hearing.now() ? Number.POSITIVE_INFINITY : 0),
    async queryFn() {
      const after = place && (await ask({ after_deadline: place.deadline, after_id: place.id })).case
      const next = after ?? (await ask({})).case
      return next && next.id !== place?.id ? next : null
    },
  })

/** Every prefetched next case, as it was read. */
export const cachedNext = (queries: QueryClient, type: 'all' | 'active' = 'all'): CaseListRow[] =>
  queries.getQueriesData<CaseListRow | null>({ queryKey: NEXT_KEY, type }).flatMap(([, next]) => next ?? [])

/** Whether the next case may differ after these changes. A closed case matters only if it was the next. */
export function nextMayBeAnother(queries: QueryClient, heard: Schemas['CaseChange'][]): boolean {
  const next = cachedNext(queries, 'active').map(keyOf)
  const over = heard.filter(({ change }) => change === 'left')
  const cases = heard.filter(({ kind }) => kind !== 'proposal')
  return cases.some((key) => next.some((one) => isSameCase(one, key)) || !over.some((one) => isSameCase(one, key)))
}

/** Prefetches the next case, and opens it by one key. */
export function useNextCase(place: CasePosition) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useMessages(cases)
  const may = useMay('viewer', 'analyst', 'approver')
  const { data } = useQuery({ ...nextCase(place), enabled: may && place !== undefined })
  return {
    row: data ?? undefined,
    async go(): Promise<void> {
      const next = await queries.fetchQuery(nextCase(place))
      if (next) await navigate(placeOf(keyOf(next)))
      else {
        tell(say.empty, 'plain')
        await navigate({ to: '/', search: lastFilters.now() })
      }
    },
  }
}
