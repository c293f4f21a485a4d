import type { NamedNetwork } from '../../base/http/address.ts'

/** One try to deliver an event, as the log of deliveries shows it. */
export interface Attempt {
  attempted_at: string
  duration_ms: number
  /** Absent when there was no answer, or none to be told; then `error` says why. */
  status_code?: number
  error?: string
  /** The first bytes of the answer. */
  response_excerpt?: string
}

/** A delivery this worker has leased, with all it needs to make an attempt. */
export interface Claimed {
  user_id: string
  id: string
  /** The partition it is in: the time of its event. */
  created_at: string
  endpoint_id: string
  /** The product by whose leave it hears; null when it is the user's own. */
  endpoint_product_id: string | null
  lease: string
  attempt_count: number
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  /** What an operator lets this user call though it is not public. */
  networks: NamedNetwork[]
  consecutive_failures: number
  event_id: string
  /** Whose event it is: another's, when the owner of a product is told of its target users. */
  event_user_id: string
  product_id: string | null
  type: string
  object_id: string
  sequence: number
  data: unknown
  request_id: string
}

/** What became of a leased delivery. Without an attempt it is only given back. */
export interface Outcome {
  delivery: Claimed
  status: 'DELIVERED' | 'PENDING' | 'FAILED' | 'CANCELED'
  /** When it falls due again, if it is still pending. */
  delayMs: number
  attempt?: Attempt
}
