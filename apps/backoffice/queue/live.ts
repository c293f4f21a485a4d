import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logIn, type Schemas } from '../api/client.ts'
import { whenPresent } from '../api/presence.ts'
import { counts } from '../api/queries.ts'
import { proposalsKey } from '../approvals/queries.ts'
import { type CaseKey, isSameCase, keyOf } from '../cases/case-key.ts'
import { caseQueryKey } from '../cases/kind.ts'
import { rowQuery } from '../cases/row-query.ts'
import { type CaseListRow, cachedRows, changeRows } from './case-list.ts'
import { hearing } from './live-connection.ts'
import { news } from './new-cases.ts'
import { NEXT_KEY, nextMayBeAnother } from './next-case.ts'

type CaseChange = Schemas['CaseChange']

const GATHER_MS = 400

/**
 * Receives changes in real time. Displayed rows are updated in place, and new ones are only counted, so that nothing moves
 * under the pointer.
 */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let heard: CaseChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    const putRow = (key: CaseKey, now: (row: CaseListRow) => CaseListRow) =>
      changeRows(queries, (row) => (isSameCase(keyOf(row), key) ? now(row) : row))
    const take = () => {
      const rows = cachedRows(queries)
      for (const { change, ...key } of heard) {
        if (key.kind === 'proposal') {
          void queries.invalidateQueries({ queryKey: proposalsKey })
          continue
        }
        const isShown = rows.some((row) => isSameCase(keyOf(row), key))
        if (change === 'left') putRow(key, (row) => ({ ...row, waiting: false }))
        else if (isShown)
          void queries.fetchQuery({ ...rowQuery(key), staleTime: 0 }).then((now) => putRow(key, () => now))
        else if (change === 'appeared') news.add(key)
        void queries.invalidateQueries({ queryKey: caseQueryKey(key) })
      }
      if (nextMayBeAnother(queries, heard)) void queries.invalidateQueries({ queryKey: NEXT_KEY })
      heard = []
      void queries.invalidateQueries({ queryKey: counts.queryKey })
    }
    const source = new EventSource('/v1/cases/live')
    source.addEventListener('changes', ({ data }) => {
      heard.push(...(JSON.parse(data as string) as Schemas['CaseChanges']).changes)
      clearTimeout(timer)
      timer = setTimeout(() => whenPresent(take), GATHER_MS)
    })
    let isFirst = true
    source.addEventListener('lost', () => hearing.set(false))
    source.addEventListener('error', () => hearing.set(false))
    source.addEventListener('reload', () => {
      hearing.set(true)
      // From the second connection on, a change may have been missed.
      if (!isFirst) whenPresent(() => void queries.invalidateQueries({ queryKey: ['case'] }))
      if (!isFirst) whenPresent(() => void queries.invalidateQueries({ queryKey: proposalsKey }))
      if (!isFirst) news.miss()
      isFirst = false
      whenPresent(() => {
        void queries.invalidateQueries({ queryKey: NEXT_KEY })
        void queries.invalidateQueries({ queryKey: counts.queryKey })
      })
    })
    // Revealed data must not stay on the screen after the session has ended.
    source.addEventListener('ended', () => void logIn())
    return () => {
      hearing.set(false)
      clearTimeout(timer)
      source.close()
    }
  }, [queries])
}
