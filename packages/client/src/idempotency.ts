/** What makes two requests equal, besides their content and scope. */
export type ReplaySchema = 'nonce' | 'x-transaction-uuid' | 'x-transaction-uuid&nonce' | 'nonce&x-transaction-uuid'

/**
 * Idempotency key with its time: one intended effect, however many attempts it takes. Plain data: store it beside an order,
 * and continue with it after a crash.
 */
export interface IdempotencyContext {
  /** Sent with every attempt. */
  readonly nonce: string
  /** The time it was created, in milliseconds since 1970. */
  readonly began: number
}

export function idempotency(): IdempotencyContext {
  return { nonce: crypto.randomUUID(), began: Date.now() }
}

/** The tolerated clock skew between two processes of one installation. */
const CLOCKS_APART_MS = 1_000

/**
 * Whether a REPLAY belongs to this intention. With a compared nonce no other request can be equal. Without one, an effect
 * from before this intention belongs to another request. The comparison uses the gateway's clock, from its response.
 */
export function isOfThis(
  { began }: IdempotencyContext,
  schema: ReplaySchema | undefined,
  first_seen_at: unknown,
  date: string | null,
  now = Date.now(),
): boolean {
  if (schema?.includes('nonce')) return true
  const seen = Date.parse(String(first_seen_at))
  // The header has whole seconds, rounded down, so this is never later than the real time.
  const there = Date.parse(date ?? '') || now
  return seen >= there - (now - began) - CLOCKS_APART_MS
}
