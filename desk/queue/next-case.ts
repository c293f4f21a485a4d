import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CaseKey, isSameCase, keyOf, placeOf } from '../cases/case-key.ts'
import { cases } from '../cases/words.ts'
import { useMe } from '../contract/queries.ts'
import { tell } from '../parts/toast.tsx'
import { useWords } from '../words/language.ts'
import { caseList, type Row } from './case-list.ts'
import { lastFilters } from './filters.ts'

/** The case after this one in the queue one came from: the first that nobody else has in hand. */
export function useNextCase(current?: CaseKey) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const say = useWords(cases)

  const isFree = (row: Row) => row.waiting && (row.assigned_to === undefined || row.assigned_to === me.id)
  const after = (rows: Row[]) => {
    const at = current ? rows.findIndex((row) => isSameCase(keyOf(row), current)) : -1
    return rows.slice(at + 1).find(isFree)
  }

  async function find(): Promise<Row | undefined> {
    const list = caseList(lastFilters.now())
    const known = queries.getQueryData(list.queryKey)?.pages.flatMap(({ data }) => data) ?? []
    const next = after(known)
    if (next) return next
    // At the end of what was read, the queue is read anew from its beginning.
    await queries.resetQueries({ queryKey: list.queryKey })
    const { pages } = await queries.fetchInfiniteQuery({ ...list, staleTime: 0 })
    const rows = pages.flatMap(({ data }) => data)
    return rows.find((row) => isFree(row) && !(current && isSameCase(keyOf(row), current)))
  }

  return {
    async go(): Promise<void> {
      const next = await find()
      if (next) await navigate(placeOf(keyOf(next)))
      else {
        tell(say.empty, 'plain')
        await navigate({ to: '/', search: lastFilters.now() })
      }
    },
  }
}
