import { PartnerAvoided, PartnerDown } from './failure.ts'

const WINDOW_MS = 10_000
const OPEN_MS = 5_000
/** Fewer failures than this say nothing, whatever share of the calls they are. */
const FAILURES_MIN = 5

export interface Breaker {
  run<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Stops asking a partner that does not answer: callers hear so at once instead of after a time-out each, and the
 * partner gets room to come back. Half of the calls of a window have to fail, so that one slow record, asked for over
 * and over, does not close the door on everybody else's.
 */
export function openBreaker(nowMs: () => number = () => performance.now()): Breaker {
  let window = { startedAt: nowMs(), calls: 0, failures: 0 }
  let openUntil: number | undefined
  let probing = false

  /** True when the call is the single one let through to see whether the partner is back. */
  function admit(): boolean {
    if (openUntil === undefined) return false
    const waitMs = openUntil - nowMs()
    if (waitMs > 0 || probing) throw new PartnerAvoided('CIRCUIT_OPEN', { retryAfterMs: Math.max(waitMs, 1_000) })
    probing = true
    return true
  }

  function note(failed: boolean, isProbe: boolean): void {
    const now = nowMs()
    if (isProbe) {
      probing = false
      openUntil = failed ? now + OPEN_MS : undefined
      window = { startedAt: now, calls: 0, failures: 0 }
      return
    }
    if (now - window.startedAt > WINDOW_MS) window = { startedAt: now, calls: 0, failures: 0 }
    window.calls += 1
    if (failed) window.failures += 1
    // Calls that left before the circuit opened end after it did; they do not keep it open longer.
    const tooMany = window.failures >= FAILURES_MIN && window.failures * 2 >= window.calls
    if (tooMany) openUntil ??= now + OPEN_MS
  }

  return {
    async run(call) {
      const isProbe = admit()
      try {
        const result = await call()
        note(false, isProbe)
        return result
      } catch (error) {
        note(error instanceof PartnerDown, isProbe)
        throw error
      }
    },
  }
}
