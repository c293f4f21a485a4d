/** A partner could not be believed or could not be asked. Its code says which, to the operator and not to the caller. */
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

/** No answer, or one that says "not now": asking again is worth it, and too many of these open the circuit. */
export class PartnerDown extends PartnerFailure {}

/** The circuit is open, or there is nobody to ask: the partner was not asked at all. */
export class PartnerAvoided extends PartnerFailure {}

/**
 * It answered, and the answer cannot be true or cannot be read. Asking again would hear the same, and one bad record
 * must not cut off all the others, so this neither retries nor counts against the circuit.
 */
export class PartnerUnusable extends PartnerFailure {}
