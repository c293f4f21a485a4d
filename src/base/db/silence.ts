import type { Socket } from 'node:net'
import type pg from 'pg'

/** What the driver knows of a connection and does not declare. */
interface Line {
  connection: { stream: Socket }
  /** What the server is to answer next. */
  _activeQuery: unknown
}

/**
 * A server that was asked something and says nothing for so long is not there: the connection is cut, and whoever waits on it is
 * told. The driver does the same by a timer for each statement, whose callback is held by the statement and holds it. So what a
 * request had was seldom gone with it: a tenth of all that was allocated outlived it until the next full collection, and was
 * copied twice on the way there, in pauses of ten milliseconds.
 */
export function cutWhenSilent(client: pg.PoolClient, limitMs: number): void {
  const line = client as unknown as Line
  const { stream } = line.connection
  stream.setTimeout(limitMs, () => {
    // A connection that nobody asks anything is silent too.
    if (line._activeQuery) stream.destroy(saidNothing(limitMs))
  })
}

const saidNothing = (limitMs: number) =>
  Object.assign(new Error(`connection timeout: the server has said nothing for ${limitMs} ms`), { code: 'ETIMEDOUT' })
