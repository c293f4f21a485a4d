import type { Socket } from 'node:net'
import type pg from 'pg'

/** Properties of a connection that the driver has and does not declare. */
interface DriverConnection {
  connection: { stream: Socket }
  /** Whether the response is complete: after an error message the end of the batch is still to come. */
  readyForQuery: boolean
}

/**
 * Read timeout on the socket. If the server owes a response and sends nothing for this long, the connection is closed and its
 * pending queries fail. The driver's own timers are not used: timer callback and statement reference each other, so the memory of
 * a request moves to the old generation and only a full garbage collection frees it.
 */
export function destroyOnReadTimeout(client: pg.ClientBase, limitMs: number): void {
  const line = client as unknown as DriverConnection
  const { stream } = line.connection
  stream.setTimeout(limitMs)
  // An event listener and not the socket's callback, which is called once: an idle connection times out too, and may be used
  // later.
  stream.on('timeout', () => {
    if (!line.readyForQuery) stream.destroy(saidNothing(limitMs))
  })
}

const saidNothing = (limitMs: number) =>
  Object.assign(new Error(`connection timeout: the server has sent nothing for ${limitMs} ms`), { code: 'ETIMEDOUT' })
