import { answer } from '@eclusa/ui/api/answer.ts'
import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { gateway, type Schemas } from '../api/client.ts'
import { askedBy, type RequestSearchFilters } from './search.ts'

export type LoggedRequest = Schemas['Request']

export const requestList = (filters: RequestSearchFilters) =>
  listOf<LoggedRequest>(['requests', filters], (asked) =>
    answer(
      gateway.GET('/v1/requests', {
        params: { query: { ...asked, order: 'desc', sort: 'created_at', ...askedBy(filters) } },
      }),
    ),
  )

export const oneRequest = (request_id: string) =>
  queryOptions({
    queryKey: ['request', request_id],
    queryFn: () => answer(gateway.GET('/v1/requests/{request_id}', { params: { path: { request_id } } })),
  })
