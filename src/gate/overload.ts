import type pg from 'pg'

/**
 * How long whoever joins the line for a connection may expect to stand in it. A request joins it once or twice, and up to eight reads
 * of one record have one place in it together.
 */
const WAIT_MS_MAX = 50
/** Always let in, and never: a line so short is gone within a second even on a bad day, and one so long outlasts its callers' patience. */
const WAITING_MIN = 40
const WAITING_MAX = 500
/** A line up to so long is given so much time to be gone: what slows everything for a moment, as a neighbour that starts, passes. */
const BRIEF_MAX = 300
const BRIEF_MS = 5_000
/** How long a line is watched before its pace is believed. */
const WATCH_MS = 50
/** Nobody has left a line for so long: it stands still. Shorter could be a pause of this process, and not the database's. */
const STANDSTILL_MS = 3_000

/**
 * Whether one more request would only wait. The line for database connections tells: how many stand in it, divided by the
 * pace at which they are served, is how long the next one would. A line that has only just formed is let in, and only one that
 * stays is cut: whoever is refused for a moment's sake has failed, and whoever waits for it has not.
 */
export function openOverload(pool: Pick<pg.Pool, 'on' | 'waitingCount'>): () => boolean {
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
