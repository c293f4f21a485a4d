import { PartnerAvoided, PartnerDown } from './failure.ts'

const WINDOW_MS = 10_000
const OPEN_MS = 5_000
/** A smaller number of failures never opens the circuit, whatever share of the calls it is. */
const FAILURES_MIN = 5

export interface Breaker {
  run<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Circuit breaker. While it is open, callers fail at once instead of after a timeout each, and the partner can
 * recover. It opens only when half of the calls in a window fail, so that repeated queries for one slow record do not
 * block all others.
 */
export function createBreaker(nowMs: () => number = () => performance.now()): Breaker {
  let window = { startedAt: nowMs(), calls: 0, failures: 0 }
  let openUntil: number | undefined
  let probing = false

  /** Whether this call is the single probe that tests the partner after the pause. */
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
    // Calls that started before the circuit opened may end later; they do not extend the pause.
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
