import type { NamedNetwork } from '../../platform/http/address.ts'

/** One attempt to deliver an event, as the delivery log shows it. */
export interface DeliveryAttempt {
  attempted_at: string
  duration_ms: number
  /** Absent when there was no response, or when it must not be shown; then `error` contains the reason. */
  status_code?: number
  error?: string
  /** The first bytes of the response. */
  response_excerpt?: string
}

/** A delivery that this worker has leased, with all data for an attempt. */
export interface LeasedDelivery {
  user_id: string
  id: string
  /** Its partition: the time of its event. */
  created_at: string
  endpoint_id: string
  /** The product through which the endpoint receives events; null when it is the user's own. */
  endpoint_product_id: string | null
  lease: string
  attempt_count: number
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  /** Private networks that an operator allowed for this user. */
  networks: NamedNetwork[]
  consecutive_failures: number
  event_id: string
  /** The user of the event: another one, when the owner of a product receives events of its target users. */
  event_user_id: string
  product_id: string | null
  type: string
  object_id: string
  sequence: number
  data: unknown
  request_id: string
}

/** The outcome of a leased delivery. Without an attempt it is only released. */
export interface DeliveryOutcome {
  delivery: LeasedDelivery
  status: 'DELIVERED' | 'PENDING' | 'FAILED' | 'CANCELED'
  /** The delay until it is due again, if it is still pending. */
  delayMs: number
  attempt?: DeliveryAttempt
}
