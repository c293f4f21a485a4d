import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import { Button } from './button.tsx'
import { Refusal } from './notice.tsx'
import style from './paginated-list.module.css'

interface PaginatedListProps<Row> {
  list: UseInfiniteQueryResult<Row[]>
  children: (rows: Row[]) => ReactNode
}

/** The loaded part of a list, and a button for the next page. */
export function Listed<Row>({ list, children }: PaginatedListProps<Row>) {
  const { loading, more, retry } = useMessages(shared)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const again = (
    <Button icon="refresh" onClick={() => void refetch()}>
      {retry}
    </Button>
  )
  return (
    <>
      {data ? children(data) : !error && <p className={style.loading}>{loading}</p>}
      {error && (
        <div className={style.end}>
          <Refusal error={error} action={again} />
        </div>
      )}
      {hasNextPage && !error && (
        <div className={style.end}>
          <Button icon="down" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}
