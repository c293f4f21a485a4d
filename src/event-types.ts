import { billetEventTypes } from './areas/billets/events.ts'
import { crossborderEventTypes } from './areas/crossborder/events.ts'
import { storageEventTypes } from './areas/storage/events.ts'
import { transactionEventTypes } from './areas/transactions/events.ts'
import { webhookEventTypes } from './areas/webhooks/events.ts'
import type { EventType } from './events/event-type.ts'

/** Every event the gateway tells of: the table of contents. */
export const eventTypes: EventType[] = [
  ...crossborderEventTypes,
  ...storageEventTypes,
  ...billetEventTypes,
  ...transactionEventTypes,
  ...webhookEventTypes,
]
