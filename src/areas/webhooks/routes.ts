import type { Seal } from '../../base/sealed.ts'
import type { Route } from '../../gate/route.ts'
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

export interface WebhookServices {
  /** Keeps the secrets of endpoints. */
  webhookSeal: Seal
}

export function webhookRoutes({ webhookSeal }: WebhookServices, eventTypes: readonly string[]): Route[] {
  return [
    listEvents,
    getEvent,
    createEndpoint(eventTypes, webhookSeal),
    listEndpoints,
    getEndpoint,
    updateEndpoint(eventTypes),
    deleteEndpoint,
    rotateSecret(webhookSeal),
    testEndpoint,
    recoverDeliveries,
    listDeliveries,
    getDelivery,
    resendDelivery,
  ]
}
