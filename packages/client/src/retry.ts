/** Limits of the retries. */
export interface RetryPolicy {
  /** Attempts in all, including the first. */
  tries: number
  /** For all attempts and the pauses between them. */
  totalMs: number
  /** For one response. */
  answerMs: number
}

export const usual: RetryPolicy = { tries: 5, totalMs: 60_000, answerMs: 20_000 }
/** For uploads, which depend on the bandwidth. */
export const forFiles: RetryPolicy = { tries: 5, totalMs: 900_000, answerMs: 300_000 }

/** The result of an attempt, or a failure that may be retried after `afterMs`. */
export type RetryStep<T> = { result: T } | { failed: Error; afterMs?: number | undefined }

/** Retries until there is a result or a limit is reached, and then throws the last failure. */
export async function persist<T>(
  { tries, totalMs, answerMs }: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<RetryStep<T>>,
): Promise<T> {
  const ends = Date.now() + totalMs
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(Math.max(1, Math.min(answerMs, ends - Date.now())))
    const tried = await attempt(signal ? AbortSignal.any([signal, timeout]) : timeout)
    if ('result' in tried) return tried.result
    signal?.throwIfAborted()
    const pauseMs = Math.max(backOffMs(count), tried.afterMs ?? 0)
    if (count >= tries || Date.now() + pauseMs >= ends) throw tried.failed
    await pause(pauseMs, signal)
  }
}

const FIRST_MS = 200
const LONGEST_MS = 8_000

/**
 * Exponential backoff with jitter between half and all of it, so that callers that failed together do not retry together.
 */
export function backOffMs(count: number, random = Math.random()): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1)) * (0.5 + random / 2)
}

/** `Retry-After`, in seconds or as a date. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Temporary statuses, which the request did not cause. */
const passing = new Set([408, 429, 502, 503, 504])
export const isPassing = (status: number): boolean => passing.has(status)

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
