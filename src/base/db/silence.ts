import type { Socket } from 'node:net'
import type pg from 'pg'

/** What the driver knows of a connection and does not declare. */
interface Line {
  connection: { stream: Socket }
  /** Whether it was answered to the end: of a statement that was refused the end comes after the refusal. */
  readyForQuery: boolean
}

/**
 * A server that was asked something and says nothing for so long is not there: the connection is cut, and whoever waits on it is
 * told. Not by a timer for each statement, as the driver would: its callback and the statement hold each other, and what a request
 * had is then moved to where only a full collection looks.
 */
export function cutWhenSilent(client: pg.ClientBase, limitMs: number): void {
  const line = client as unknown as Line
  const { stream } = line.connection
  stream.setTimeout(limitMs)
  // Not as its callback, which is called once: a connection that nobody asks anything is silent too, and may be asked later.
  stream.on('timeout', () => {
    if (!line.readyForQuery) stream.destroy(saidNothing(limitMs))
  })
}

const saidNothing = (limitMs: number) =>
  Object.assign(new Error(`connection timeout: the server has said nothing for ${limitMs} ms`), { code: 'ETIMEDOUT' })
