import type pg from 'pg'

/** How long whoever joins the line for a connection may expect to stand in it. A request joins it two or three times. */
const WAIT_MS_MAX = 50
/** Always let in, and never: a line so short is gone in a moment, and one so long outlasts its callers' patience. */
const WAITING_MIN = 20
const WAITING_MAX = 500
/** How long a line is watched before its pace is believed. */
const WATCH_MS = 50
/** Nobody has left a line for so long: it stands still. Shorter could be a pause of this process, and not the database's. */
const STANDSTILL_MS = 2_000

/**
 * Whether one more request would only wait. The line for database connections tells: how many stand in it, divided by the
 * pace at which they are served, is how long the next one would. A line that has only just formed has no pace yet, so that
 * a burst is let in and only a line that stays is cut.
 */
export function openOverload(pool: Pick<pg.Pool, 'on' | 'waitingCount'>): () => boolean {
  let watch: { since: number; left: number } | undefined
  let perMs: number | undefined
  let movedAt: number | undefined

  pool.on('acquire', () => {
    const now = performance.now()
    movedAt = now
    if (pool.waitingCount === 0) watch = perMs = undefined
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
    if (waitingCount >= WAITING_MAX || now - movedAt > STANDSTILL_MS) return true
    return perMs !== undefined && waitingCount / perMs > WAIT_MS_MAX
  }
}
