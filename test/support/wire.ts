import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy in front of PostgreSQL that sees what a connection says, counts how often it waits, and can stop time at
 * COMMIT. Faults are made here, on the wire, so that the gateway needs no hook to be tested by.
 */
export interface Wire {
  url: string
  /** The text of every statement prepared through here. */
  statements: Set<string>
  /** How many prepared statements were executed through here. */
  executed: number
  /** How often a client spoke after having been answered: its round trips. */
  flushes: number
  /** What to do when a COMMIT passes: let it, keep it back, or let it through and keep its answer back. */
  atCommit: 'pass' | 'hold-commit' | 'hold-answer'
  /** Only the COMMIT of a transaction that names this, if anything. Set before that transaction begins. */
  about: string
  /** Called once the fault is in place: everything before COMMIT, or COMMIT itself, is done on the server. */
  onHeld: () => void
  /** Called with whatever a client says, and with which of its connections says it. */
  onSaid: (connection: Socket, chunk: Buffer) => void
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

/** The simple query `commit` as it stands on the wire: type, length, text, end. */
const COMMIT = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('commit\0')])

/** No further word from the server for this long: it has answered everything it was sent. */
const QUIET_MS = 20

export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    relay(wire, client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxied = new URL(databaseUrl)
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as AddressInfo).port)

  const wire: Wire = {
    url: proxied.toString(),
    statements: new Set(),
    executed: 0,
    flushes: 0,
    atCommit: 'pass',
    about: '',
    onHeld: () => {},
    onSaid: () => {},
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      server.close()
      wire.cut()
    },
  }
  return wire
}

function relay(wire: Wire, client: Socket, upstream: Socket): void {
  let answered = true
  let holding = false
  let named = false
  client.on('data', (chunk: Buffer) => {
    if (answered) wire.flushes += 1
    answered = false
    wire.onSaid(client, chunk)
    for (const { type, body } of messagesOf(chunk)) {
      if (type === 'E') wire.executed += 1
      const text = type === 'P' ? body.toString().split('\0')[1] : undefined
      if (text) wire.statements.add(text)
    }
    named = wire.atCommit !== 'pass' && (named || chunk.includes(wire.about))
    const at = chunk.indexOf(COMMIT)
    if (at === -1 || !named) return void upstream.write(chunk)
    holding = true
    upstream.write(wire.atCommit === 'hold-commit' ? chunk.subarray(0, at) : chunk)
  })
  let heard = Buffer.alloc(0)
  let quiet: NodeJS.Timeout | undefined
  upstream.on('data', (chunk: Buffer) => {
    answered = true
    if (!holding) return void client.write(chunk)
    // The fault stands once the server has done what it was let see: the commit itself, or all that came before it.
    heard = Buffer.concat([heard, chunk])
    clearTimeout(quiet)
    if (heard.includes('COMMIT\0')) wire.onHeld()
    else if (wire.atCommit === 'hold-commit') quiet = setTimeout(() => wire.onHeld(), QUIET_MS)
  })
}

/** Reads the messages out of a chunk: type, length, body. That of Parse is a name and a text; E is Execute. */
export function* messagesOf(chunk: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at + 5 <= chunk.length && /[A-Za-z]/.test(String.fromCharCode(chunk[at]!)); ) {
    const length = chunk.readInt32BE(at + 1)
    yield { type: String.fromCharCode(chunk[at]!), body: chunk.subarray(at + 5, at + 1 + length) }
    at += 1 + length
  }
}
