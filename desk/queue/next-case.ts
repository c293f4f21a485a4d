import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keyOf, placeOf } from '../cases/case-key.ts'
import { cases } from '../cases/words.ts'
import { answer, desk } from '../contract/client.ts'
import { useMay } from '../contract/queries.ts'
import { tell } from '../parts/toast.tsx'
import { useWords } from '../words/language.ts'
import type { Row } from './case-list.ts'
import { lastFilters } from './filters.ts'

type Place = Pick<Row, 'id' | 'deadline'> | undefined

const ask = (after: object) =>
  answer(desk.GET('/v1/cases/next', { params: { query: { ...lastFilters.now(), ...after } } }))

/** The case after this place in the queue one came from, which nobody else has in hand. From the first, after the last. */
const nextCase = (place: Place) =>
  queryOptions({
    queryKey: ['cases', 'next', lastFilters.now(), place?.id],
    async queryFn() {
      const after = place && (await ask({ after_deadline: place.deadline, after_id: place.id })).case
      const next = after ?? (await ask({})).case
      return next && next.id !== place?.id ? next : null
    },
  })

/** Knows the next case before it is wanted, and goes there by one key. */
export function useNextCase(place: Place) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useWords(cases)
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
