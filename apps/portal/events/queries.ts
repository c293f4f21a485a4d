import { answer } from '@eclusa/ui/api/answer.ts'
import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { gateway, type Schemas } from '../api/client.ts'
import { askedBy, type EventFilters } from './search.ts'

export type OwnEvent = Schemas['Event']

export const eventList = (filters: EventFilters) =>
  listOf<OwnEvent>(['events', filters], (asked) =>
    answer(
      gateway.GET('/v1/events', {
        params: { query: { ...asked, order: 'desc', sort: 'created_at', ...askedBy(filters) } },
      }),
    ),
  )

export const oneEvent = (event_id: string) =>
  queryOptions({
    queryKey: ['event', event_id],
    queryFn: () => answer(gateway.GET('/v1/events/{event_id}', { params: { path: { event_id } } })),
  })
