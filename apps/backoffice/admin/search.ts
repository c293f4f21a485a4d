/** The URL parameters of the admin pages. */
export const keptStatuses = ['ACTIVE', 'INACTIVE'] as const
export type KeptStatus = (typeof keptStatuses)[number]

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function readKeptSearch(search: Record<string, unknown>): { status?: KeptStatus } {
  const status = keptStatuses.find((one) => one === search['status'])
  return status ? { status } : {}
}

/** The filter of a user's deliveries. */
export function readUserSearch(search: Record<string, unknown>): { endpoint_id?: string; delivery?: DeliveryStatus } {
  const delivery = deliveryStatuses.find((one) => one === search['delivery'])
  const endpoint_id = search['endpoint_id']
  return {
    ...(typeof endpoint_id === 'string' && uuid.test(endpoint_id) && { endpoint_id }),
    ...(delivery && { delivery }),
  }
}
