import type pg from 'pg'

/**
 * The expected wait for a connection at which new requests are rejected. A request waits once or twice, and up to eight
 * reads of one record share one place in the queue.
 */
const WAIT_MS_MAX = 50
/**
 * Always accepted, and never: a queue this short drains within a second even under load, and a queue this long exceeds the
 * patience of its callers.
 */
const WAITING_MIN = 40
const WAITING_MAX = 500
/**
 * A queue up to this length gets this much time to drain, because short slowdowns pass, such as another process starting.
 */
const BRIEF_MAX = 300
const BRIEF_MS = 5_000
/** How long a queue is observed before its rate is used. */
const WATCH_MS = 50
/**
 * A queue without a departure for so long does not move. A shorter time could be a pause of this process and not of the
 * database.
 */
const STANDSTILL_MS = 3_000

/**
 * Overload detector: whether one more request would only wait. The queue for database connections decides: its length
 * divided by its service rate is the wait of the next request. A queue that has just formed is accepted, and only a lasting
 * one is limited, because most bursts drain before a caller notices.
 */
export function createOverloadDetector(pool: Pick<pg.Pool, 'on' | 'waitingCount'>): () => boolean {
  let watch: { since: number; left: number } | undefined
  let perMs: number | undefined
  let movedAt: number | undefined
  let formedAt: number | undefined

  pool.on('acquire', () => {
    const now = performance.now()
    movedAt = now
    if (pool.waitingCount === 0) watch = perMs = formedAt = undefined
    else if (!watch) watch = { since: now, left: 0 }
    else {
      watch.left += 1
      if (now - watch.since < WATCH_MS) return
      perMs = watch.left / (now - watch.since)
      watch = { since: now, left: 0 }
    }
  })

  return () => {
    const { waitingCount } = pool
    if (waitingCount < WAITING_MIN) {
      movedAt = undefined
      return false
    }
    const now = performance.now()
    movedAt ??= now
    formedAt ??= now
    if (waitingCount >= WAITING_MAX || now - movedAt > STANDSTILL_MS) return true
    if (waitingCount < BRIEF_MAX && now - formedAt < BRIEF_MS) return false
    return perMs !== undefined && waitingCount / perMs > WAIT_MS_MAX
  }
}
