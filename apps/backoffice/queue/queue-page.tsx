import { Button } from '@eclusa/ui/components/button.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { counts } from '../api/queries.ts'
import { type CaseListRow, caseList } from './case-list.ts'
import { CaseRows } from './case-rows.tsx'
import { FilterBar } from './filter-bar.tsx'
import { lastFilters } from './filters.ts'
import { ListEnd } from './list-end.tsx'
import { queue } from './messages.ts'
import { news } from './new-cases.ts'
import { useNextCase } from './next-case.ts'
import style from './queue-page.module.css'
import { Search } from './search.tsx'
import { Found } from './search-results.tsx'

const route = getRouteApi('/')

/** The queue of open cases, sorted by deadline. */
export function QueuePage() {
  const say = useMessages(queue)
  const filters = route.useSearch()
  const queries = useQueryClient()
  const search = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<CaseListRow[]>()
  const list = useInfiniteQuery(caseList(filters))
  const next = useNextCase(undefined)
  const { count, missed } = news.use(filters)
  useEffect(() => lastFilters.set(filters), [filters])

  async function refresh(): Promise<void> {
    news.clear()
    await queries.resetQueries({ queryKey: caseList(filters).queryKey })
    await queries.invalidateQueries({ queryKey: counts.queryKey })
  }
  useKeys({
    n: () => void next.go(),
    r: () => void refresh(),
    '/': () => search.current?.focus(),
    Escape: () => setFound(undefined),
  })
  useCommands([
    { name: say.next, icon: 'right', run: () => void next.go() },
    { name: say.searchButton, icon: 'search', run: () => search.current?.focus() },
    { name: say.refresh, icon: 'refresh', run: () => void refresh() },
  ])

  const rows = list.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <PageHead title={say.title}>
        <Search field={search} onFound={setFound} />
        <Button look="first" shortcut="N" onClick={() => void next.go()}>
          {say.next}
        </Button>
      </PageHead>
      {found ? (
        <Found rows={found} onClose={() => setFound(undefined)} />
      ) : (
        <>
          <FilterBar filters={filters} />
          {(count > 0 || missed) && (
            <p className={style.news} role="status">
              {count > 0 ? say.news(count) : say.missed}
              <button type="button" onClick={() => void refresh()}>
                {say.show}
              </button>
            </p>
          )}
          {list.error && !rows ? (
            <div className={style.room}>
              <Refusal error={list.error} action={<Button onClick={() => void refresh()}>{say.refresh}</Button>} />
            </div>
          ) : (
            <CaseRows rows={rows} label={say.list} />
          )}
          {rows && <ListEnd list={list} count={rows.length} />}
        </>
      )}
    </>
  )
}
