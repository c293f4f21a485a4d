import { forms, period, read } from '../components/search.ts'

export const deliveryStatuses = ['FAILED', 'PENDING', 'DELIVERED', 'CANCELED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const wanted = { endpoint_id: forms.id, event_id: forms.id, since: forms.day, until: forms.day }
export type DeliveryFilters = { [one in keyof typeof wanted]?: string } & { status?: DeliveryStatus }

/** The filters of deliveries, as parameters of the URL. */
export function readDeliverySearch(search: Record<string, unknown>): DeliveryFilters {
  const status = deliveryStatuses.find((one) => one === search['status'])
  return { ...read(search, wanted), ...(status && { status }) }
}

/** The same as parameters of the API. */
export const askedBy = ({ since, until, ...filters }: DeliveryFilters) => ({
  ...filters,
  ...period({ ...(since && { since }), ...(until && { until }) }),
})
