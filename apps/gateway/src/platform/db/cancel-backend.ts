import pg from 'pg'

/** How long the cancellation may take. No caller waits for it. */
const CANCEL_TIMEOUT_MS = 5_000

/** Properties of a connection that the driver has and does not declare. */
interface Backend {
  connection: { stream: { destroyed: boolean } }
  host: string
  port: number
  ssl: boolean | object
  processID: number | null
  secretKey: number | null
}

/** The driver's own wire protocol functions, as far as a cancellation needs them. */
interface Wire extends pg.Connection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Cancels the query of a connection that we have closed (PostgreSQL cancel request). A backend that waits for a lock or for a
 * replica does not notice that its client is gone. Without the cancellation it keeps waiting, and abandoned backends add up.
 *
 * A commit that waits for a replica is then done here and perhaps not on the replica. Its caller gets "outcome unknown". A later
 * write that depends on it waits for the replica itself.
 */
export function cancelAbandoned(client: unknown): void {
  const { connection, host, port, ssl, processID, secretKey } = client as Backend
  if (!connection.stream.destroyed || processID === null || secretKey === null) return
  const wire = new pg.Connection({ ssl }) as Wire
  const limit = setTimeout(() => wire.stream.destroy(), CANCEL_TIMEOUT_MS).unref()
  const say = () => wire.cancel(processID, secretKey)
  wire.on('error', () => {})
  wire.once('end', () => clearTimeout(limit))
  wire.once('connect', () => (ssl ? wire.requestSsl() : say()))
  wire.once('sslconnect', say)
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
  else wire.connect(port, host)
}
