import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../api/client.ts'
import type { DeliveryStatus, KeptStatus } from './search.ts'

export type User = Schemas['User']
export type Product = Schemas['Product']
export type BackofficeWallet = Schemas['Wallet']
export type BackofficeApiKey = Schemas['ApiKey']
export type BackofficeEndpoint = Schemas['Endpoint']
export type BackofficeDelivery = Schemas['Delivery']
export type Network = Schemas['WebhookNetwork']

/** Every change reads the list again. */
export const keepingKey = ['keeping']

export const userList = (status: KeptStatus | undefined) =>
  listOf<User>([...keepingKey, 'users', status], (asked) =>
    answer(desk.GET('/v1/users', { params: { query: { ...asked, ...(status && { status }) } } })),
  )
export const oneUser = (user_id: string) =>
  queryOptions({
    queryKey: [...keepingKey, 'user', user_id],
    queryFn: () => answer(desk.GET('/v1/users/{user_id}', { params: { path: { user_id } } })),
  })

export const productList = (status: KeptStatus | undefined) =>
  listOf<Product>([...keepingKey, 'products', status], (asked) =>
    answer(desk.GET('/v1/products', { params: { query: { ...asked, ...(status && { status }) } } })),
  )
export const oneProduct = (product_id: string) =>
  queryOptions({
    queryKey: [...keepingKey, 'product', product_id],
    queryFn: () => answer(desk.GET('/v1/products/{product_id}', { params: { path: { product_id } } })),
  })
export const memberList = (product_id: string) =>
  listOf([...keepingKey, 'members', product_id], (query) =>
    answer(desk.GET('/v1/products/{product_id}/users', { params: { path: { product_id }, query } })),
  )
export const productsOf = (user_id: string) =>
  listOf([...keepingKey, 'products of', user_id], (query) =>
    answer(desk.GET('/v1/users/{user_id}/products', { params: { path: { user_id }, query } })),
  )

export const walletList = (user_id: string) =>
  listOf<BackofficeWallet>([...keepingKey, 'wallets', user_id], (query) =>
    answer(desk.GET('/v1/users/{user_id}/wallets', { params: { path: { user_id }, query } })),
  )
export const keyList = (user_id: string) =>
  listOf<BackofficeApiKey>([...keepingKey, 'keys', user_id], (query) =>
    answer(desk.GET('/v1/users/{user_id}/keys', { params: { path: { user_id }, query } })),
  )

export const networks = (user_id: string) =>
  queryOptions({
    queryKey: [...keepingKey, 'networks', user_id],
    queryFn: () => answer(desk.GET('/v1/users/{user_id}/webhooks/networks', { params: { path: { user_id } } })),
  })
export const endpointList = (user_id: string) =>
  listOf<BackofficeEndpoint>([...keepingKey, 'endpoints', user_id], (query) =>
    answer(desk.GET('/v1/users/{user_id}/webhooks/endpoints', { params: { path: { user_id }, query } })),
  )
export const deliveryList = (user_id: string, filters: { endpoint_id?: string; status?: DeliveryStatus }) =>
  listOf<BackofficeDelivery>([...keepingKey, 'deliveries', user_id, filters], (asked) =>
    answer(
      desk.GET('/v1/users/{user_id}/webhooks/deliveries', {
        params: { path: { user_id }, query: { ...asked, ...filters } },
      }),
    ),
  )

export type BackofficeSession = Schemas['DeskSession']
export const sessionList = listOf<BackofficeSession>([...keepingKey, 'sessions'], (query) =>
  answer(desk.GET('/v1/sessions', { params: { query } })),
)
