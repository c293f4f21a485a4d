import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { getDelivery } from './get-delivery.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getEvent } from './get-event.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { listEvents } from './list-events.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testEndpoint } from './test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'

/** The event types of all areas are passed in, because this area must not import the others. */
export const webhookRoutes = (eventTypes: readonly string[]) => [
  listEvents,
  getEvent,
  createEndpoint(eventTypes),
  listEndpoints,
  getEndpoint,
  updateEndpoint(eventTypes),
  deleteEndpoint,
  rotateSecret,
  testEndpoint,
  recoverDeliveries,
  listDeliveries,
  getDelivery,
  resendDelivery,
]
