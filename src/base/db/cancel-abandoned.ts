import pg from 'pg'

/** How long the server may take to hear it. Nobody waits for this, and one that is away hears nothing anyway. */
const CANCEL_TIMEOUT_MS = 5_000

/** What the driver knows of a connection and does not declare. */
interface Backend {
  connection: { stream: { destroyed: boolean } }
  host: string
  port: number
  ssl: boolean | object
  processID: number | null
  secretKey: number | null
}

/** The driver's own words for the wire, as far as a cancellation needs them. */
interface Wire extends pg.Connection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Tells the server to give up what it was doing for a connection that we have cut. A backend that waits for a lock or for
 * a replica does not notice that nobody is there any more: without this it stays, and each caller leaves another.
 *
 * A commit that waits for a replica then ends here, and perhaps not there. Its caller is told that the outcome is unknown,
 * and whatever is done upon it is a write that waits for the replica in its turn.
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
