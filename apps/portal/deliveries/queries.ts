import { answer } from '@eclusa/ui/api/answer.ts'
import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { gateway, type Schemas } from '../api/client.ts'
import { askedBy, type DeliveryFilters } from './search.ts'

export type OwnDelivery = Schemas['Delivery']

/** The poll interval of pending deliveries. */
const LOOK_MS = 2_000
const isOnItsWay = ({ status }: OwnDelivery) => status === 'PENDING'

export const deliveryList = (filters: DeliveryFilters) =>
  listOf<OwnDelivery>(['deliveries', filters], (asked) =>
    answer(
      gateway.GET('/v1/webhooks/deliveries', {
        params: { query: { ...asked, order: 'desc', sort: 'created_at', ...askedBy(filters) } },
      }),
    ),
  )

export const oneDelivery = (delivery_id: string) =>
  queryOptions({
    queryKey: ['delivery', delivery_id],
    queryFn: () => answer(gateway.GET('/v1/webhooks/deliveries/{delivery_id}', { params: { path: { delivery_id } } })),
    refetchInterval: ({ state: { data } }) => data !== undefined && isOnItsWay(data) && LOOK_MS,
  })
