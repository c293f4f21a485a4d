import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { counts } from '../contract/queries.ts'
import { PageHead } from '../frame/page-head.tsx'
import { useCommands } from '../frame/palette.tsx'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../parts/keys.tsx'
import { Refusal } from '../parts/notice.tsx'
import { useWords } from '../words/language.ts'
import { caseList, type Row } from './case-list.ts'
import { CaseRows } from './case-rows.tsx'
import { FilterBar } from './filter-bar.tsx'
import { lastFilters } from './filters.ts'
import { Found } from './found.tsx'
import { ListEnd } from './list-end.tsx'
import { news } from './news.ts'
import { useNextCase } from './next-case.ts'
import style from './queue-page.module.css'
import { Search } from './search.tsx'
import { queue } from './words.ts'

const route = getRouteApi('/')

/** The queue of open cases, sorted by deadline. */
export function QueuePage() {
  const say = useWords(queue)
  const filters = route.useSearch()
  const queries = useQueryClient()
  const search = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Row[]>()
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
