import { answer } from '@eclusa/ui/api/answer.ts'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../api/client.ts'
import type { OnBehalfOf } from './on-behalf-of.ts'

const LOOKED_AT = 100

/** Target users of one's own products with recent events. There is no list of all of them. */
export const lately = queryOptions({
  queryKey: ['acting', 'lately'],
  queryFn: () => answer(gateway.GET('/v1/events', { params: { query } })),
  select: ({ data }): OnBehalfOf[] => {
    const named = data.flatMap(({ user_id, product_id }) =>
      user_id && product_id ? [{ user: user_id, product: product_id }] : [],
    )
    return [...new Map(named.map((one) => [`${one.product} ${one.user}`, one])).values()]
  },
})
const query = { scope: 'PRODUCT', page_size: LOOKED_AT, sort: 'created_at', order: 'desc' } as const
