const JITTER = 0.2

/** `5,300,1800` in seconds, as milliseconds. */
export function parseRetryDelays(list: string): number[] {
  return list.split(',').map((seconds) => Number(seconds) * 1000)
}

/**
 * How long to wait after the attempt of this number, from 1, has failed, or undefined when it was the last one. Spread,
 * so that what failed together does not come back together.
 */
export function retryDelay(delaysMs: number[], attempt: number, random = Math.random()): number | undefined {
  const delay = delaysMs[attempt - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random))
}
