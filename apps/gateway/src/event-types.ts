import { billets } from './areas/billets/events.ts'
import { crossborder } from './areas/crossborder/events.ts'
import { users } from './areas/onboarding/events.ts'
import { users as liveness } from './areas/onboarding/liveness/events.ts'
import { users as steps } from './areas/onboarding/steps/events.ts'
import { pix as recoveries } from './areas/pix-fund-recovery/events.ts'
import { pix as infractions } from './areas/pix-infractions/events.ts'
import { pix as refunds } from './areas/pix-refunds/events.ts'
import { storage } from './areas/storage/events.ts'
import { transactions } from './areas/transactions/events.ts'
import { webhooks } from './events/delivery/events.ts'
import { type EventType, eventsOf } from './events/event.ts'

/** Table of contents: every event of the gateway. */
export const eventTypes: EventType[] = [
  crossborder,
  billets,
  transactions,
  infractions,
  recoveries,
  refunds,
  users,
  steps,
  storage,
  liveness,
  webhooks,
].flatMap((catalogue) => eventsOf(catalogue))
