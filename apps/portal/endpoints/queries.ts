import { answer } from '@eclusa/ui/api/answer.ts'
import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { gateway, type Schemas } from '../api/client.ts'

export type OwnEndpoint = Schemas['Endpoint']

/** Every change reads all endpoints again. */
export const endpointsKey = ['endpoints']

export const endpointList = listOf<OwnEndpoint>([...endpointsKey, 'list'], (query) =>
  answer(gateway.GET('/v1/webhooks/endpoints', { params: { query } })),
)

export const oneEndpoint = (endpoint_id: string) =>
  queryOptions({
    queryKey: [...endpointsKey, endpoint_id],
    queryFn: () => answer(gateway.GET('/v1/webhooks/endpoints/{endpoint_id}', { params: { path: { endpoint_id } } })),
  })
