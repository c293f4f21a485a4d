import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { answer, desk } from '../api/client.ts'
import { type AuditEntryRow, askedBy, type JournalFilters } from './search.ts'

/** A reveal adds an entry to the journal. */
export const journalKey = ['journal']

export const journalList = (filters: JournalFilters) =>
  listOf<AuditEntryRow>([...journalKey, 'list', filters], (asked) =>
    answer(desk.GET('/v1/journal', { params: { query: { ...asked, ...askedBy(filters) } } })),
  )

export const oneEntry = (sequence: string) =>
  queryOptions({
    queryKey: [...journalKey, 'one', sequence],
    queryFn: () => answer(desk.GET('/v1/journal/{sequence}', { params: { path: { sequence } } })),
    // Entries never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const reveal = (sequence: string, reason: string) =>
  answer(desk.POST('/v1/journal/{sequence}/reveal', { params: { path: { sequence } }, body: { reason } }))
