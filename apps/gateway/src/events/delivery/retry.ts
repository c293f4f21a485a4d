const JITTER = 0.2

/** Parses `5,300,1800` in seconds to milliseconds. */
export function parseRetryDelays(list: string): number[] {
  return list.split(',').map((seconds) => Number(seconds) * 1000)
}

/**
 * The wait after the failed attempt with this number, from 1, or undefined after the last one. With jitter, so that
 * deliveries that failed together are not retried together.
 */
export function retryDelay(delaysMs: number[], attempt: number, random = Math.random()): number | undefined {
  const delay = delaysMs[attempt - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random))
}
