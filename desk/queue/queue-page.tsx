import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keyOf, placeOf } from '../cases/case-key.ts'
import { PageHead } from '../frame/page-head.tsx'
import { frame } from '../frame/words.ts'
import { Deadline } from '../parts/deadline.tsx'
import { Money } from '../parts/money.tsx'
import { said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { caseList } from './case-list.ts'
import { lastFilters } from './filters.ts'

const route = getRouteApi('/')

export function QueuePage() {
  const say = useWords(frame)
  const { kinds } = useWords(shared)
  const filters = route.useSearch()
  const { data } = useInfiniteQuery(caseList(filters))
  useEffect(() => lastFilters.set(filters), [filters])
  return (
    <>
      <PageHead title={say.pages.queue} />
      <ul>
        {data?.pages
          .flatMap((page) => page.data)
          .map((row) => (
            <li key={`${row.kind} ${row.id} ${row.user_id}`}>
              <Link {...placeOf(keyOf(row))}>
                {said(kinds, row.kind)} <Deadline at={row.deadline} />{' '}
                {row.amount !== undefined && <Money cents={row.amount} />}
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
