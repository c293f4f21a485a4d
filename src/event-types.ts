import { billetEventTypes } from './areas/billets/events.ts'
import { crossborderEventTypes } from './areas/crossborder/events.ts'
import { onboardingEventTypes } from './areas/onboarding/events.ts'
import { livenessEventTypes } from './areas/onboarding/liveness/events.ts'
import { stepEventTypes } from './areas/onboarding/steps/events.ts'
import { fundRecoveryEventTypes } from './areas/pix-fund-recovery/events.ts'
import { infractionEventTypes } from './areas/pix-infractions/events.ts'
import { storageEventTypes } from './areas/storage/events.ts'
import { transactionEventTypes } from './areas/transactions/events.ts'
import { webhookEventTypes } from './areas/webhooks/events.ts'
import type { EventType } from './events/event-type.ts'

/** Every event the gateway tells of: the table of contents. */
export const eventTypes: EventType[] = [
  ...crossborderEventTypes,
  ...billetEventTypes,
  ...transactionEventTypes,
  ...infractionEventTypes,
  ...fundRecoveryEventTypes,
  ...onboardingEventTypes,
  ...stepEventTypes,
  ...storageEventTypes,
  ...livenessEventTypes,
  ...webhookEventTypes,
]
