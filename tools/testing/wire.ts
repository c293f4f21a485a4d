import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy in front of PostgreSQL that reads the messages of a connection, counts its round trips, and can stop at
 * COMMIT. Faults are injected here, on the wire, so that the gateway needs no test hooks.
 */
export interface Wire {
  url: string
  /** The text of every statement prepared through here, but for BEGIN and COMMIT. */
  statements: Set<string>
  /** How often these were executed. */
  executed: number
  /** How often a client sent after a response: its round trips. */
  flushes: number
  /** What to do with a COMMIT: pass it, drop it, or pass it and drop its response. */
  atCommit: 'pass' | 'hold-commit' | 'hold-answer'
  /** Only the COMMIT of a transaction that contains this text, if set. Set before that transaction begins. */
  about: string
  /** Called once the fault is in place: everything before COMMIT, or COMMIT itself, is done on the server. */
  onHeld: () => void
  /** Called with the complete messages of a client, and its connection. */
  onSaid: (connection: Socket, chunk: Buffer) => void
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

/** The statements that begin and end a transaction. */
const bounds = /^(begin|commit)\b/

/** Requests the pending responses of the server, as the end of a batch would. */
const FLUSH = Buffer.from('H\0\0\0\x04')

/** Without a message from the server for this long, it has answered everything. */
const QUIET_MS = 20

export async function createWire(databaseUrl: string): Promise<Wire> {
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
  /** The statements the connection has prepared, by name. */
  const prepared = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  client.on('data', (heard: Buffer) => {
    // Long messages arrive in pieces: a message is passed on once it is complete.
    const said = Buffer.concat([rest, heard])
    const chunk = said.subarray(0, endOfMessages(said))
    rest = said.subarray(chunk.length)
    if (chunk.length === 0) return
    if (answered) wire.flushes += 1
    answered = false
    wire.onSaid(client, chunk)
    let commitAt = -1
    for (const { type, body, at } of messagesOf(chunk)) {
      // Parse begins with a name and a text, Bind with a portal and a statement name.
      const [first = '', second = ''] = type === 'P' || type === 'B' ? body.toString().split('\0', 2) : []
      if (type === 'P') prepared.set(first, second)
      if (type === 'P' && !bounds.test(second)) wire.statements.add(second)
      if (type === 'B' && !bounds.test(prepared.get(second)!)) wire.executed += 1
      if (type === 'B' && prepared.get(second) === 'commit') commitAt = at
    }
    named = wire.atCommit !== 'pass' && (named || chunk.includes(wire.about))
    if (commitAt === -1 || !named) return void upstream.write(chunk)
    holding = true
    upstream.write(wire.atCommit === 'hold-commit' ? Buffer.concat([chunk.subarray(0, commitAt), FLUSH]) : chunk)
  })
  let heard = Buffer.alloc(0)
  let quiet: NodeJS.Timeout | undefined
  upstream.on('data', (chunk: Buffer) => {
    answered = true
    if (!holding) return void client.write(chunk)
    // The fault is active once the server has executed what was passed: the commit itself, or everything before it.
    heard = Buffer.concat([heard, chunk])
    clearTimeout(quiet)
    if (heard.includes('COMMIT\0')) wire.onHeld()
    else if (wire.atCommit === 'hold-commit') quiet = setTimeout(() => wire.onHeld(), QUIET_MS)
  })
}

/**
 * Reads the complete messages of a chunk: type, body, offset. The first message of a connection has no type and is skipped.
 */
export function* messagesOf(chunk: Buffer): Generator<{ type: string; body: Buffer; at: number; end: number }> {
  for (let at = 0; at + 5 <= chunk.length && chunk[at] !== 0; ) {
    const end = at + 1 + chunk.readInt32BE(at + 1)
    if (end > chunk.length) return
    yield { type: String.fromCharCode(chunk[at]!), body: chunk.subarray(at + 5, end), at, end }
    at = end
  }
}

function endOfMessages(said: Buffer): number {
  if (said[0] === 0) return said.length
  let end = 0
  for (const message of messagesOf(said)) end = message.end
  return end
}
