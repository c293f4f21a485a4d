/** A call to a partner failed. Its code is for the operator and is not returned to the caller. */
export class PartnerFailure extends Error {
  readonly code: string
  readonly retryAfterMs: number

  constructor(code: string, { cause, retryAfterMs = 2_000 }: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(`the partner: ${code}`, { cause })
    this.name = new.target.name
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** No response, or a temporary error: a retry may succeed, and too many of these open the circuit. */
export class PartnerDown extends PartnerFailure {}

/** The circuit is open, or no partner is configured: no call was made. */
export class PartnerAvoided extends PartnerFailure {}

/**
 * The response is invalid or unreadable. A retry would return the same, and one bad record must not block all others,
 * so it is neither retried nor counted by the circuit breaker.
 */
export class PartnerUnusable extends PartnerFailure {}
