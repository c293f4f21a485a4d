/** What makes two requests equal, beside their content and for whom they run. */
export type ReplaySchema = 'nonce' | 'x-transaction-uuid' | 'x-transaction-uuid&nonce' | 'nonce&x-transaction-uuid'

/**
 * One thing that is meant to happen, however often it has to be asked for. Plain data: keep it beside an order, and go on
 * with it after a crash.
 */
export interface Intention {
  /** Sent with every try. */
  readonly nonce: string
  /** When it was meant, in milliseconds since 1970. */
  readonly began: number
}

export function intend(): Intention {
  return { nonce: crypto.randomUUID(), began: Date.now() }
}

/** Two clocks of one installation may be this far apart. */
const CLOCKS_APART_MS = 1_000

/**
 * Whether a REPLAY tells of this very intention. Where the nonce is compared nothing else can be equal. Where it is not,
 * whatever took effect before this was meant is of somebody else; by the gateway's clock, which its answer carries.
 */
export function isOfThis(
  { began }: Intention,
  schema: ReplaySchema | undefined,
  first_seen_at: unknown,
  date: string | null,
  now = Date.now(),
): boolean {
  if (schema?.includes('nonce')) return true
  const seen = Date.parse(String(first_seen_at))
  // The header counts whole seconds and is rounded down, so that this is never later than it was.
  const there = Date.parse(date ?? '') || now
  return seen >= there - (now - began) - CLOCKS_APART_MS
}
