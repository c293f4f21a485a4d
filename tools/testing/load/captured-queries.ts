import type { Socket } from 'node:net'
import { messagesOf, type Wire } from '../wire.ts'

/** A captured statement: its text, and its values as PostgreSQL reads them. */
export interface CapturedStatement {
  text: string
  values: (string | null)[]
}

/** The statements of one request, on the connections for requests. */
export interface CapturedQueries {
  statements: CapturedStatement[]
  /** How often it waited for a response. */
  flushes: number
}

export interface Recorder {
  /** The session settings of the gateway's connections, as `-c` options: a floor uses the same plans. */
  options(): string
  /** The statements of everything done meanwhile. */
  during(work: () => Promise<unknown>): Promise<CapturedQueries>
}

/** A read responds before its COMMIT is sent, so the COMMIT is awaited. */
const SETTLE_MS = 60

/** Captures the connections of the pool with that name; the request log uses another. */
export function recordStatements(wire: Wire, poolName: string): Recorder {
  const connections = new Map<Socket, { ours: boolean; prepared: Map<string, string> }>()
  let options = ''
  let heard: CapturedStatement[] = []
  wire.onSaid = (socket, chunk) => {
    const known = connections.get(socket)
    if (!known) {
      const startup = readStartup(chunk)
      const ours = startup?.get('application_name') === poolName
      if (ours) options = startup.get('options') ?? ''
      if (startup) connections.set(socket, { ours, prepared: new Map() })
    } else if (known.ours) heard.push(...readStatements(chunk, known.prepared))
  }
  return {
    options: () => options,
    async during(work) {
      heard = []
      const before = wire.flushes
      await work()
      const flushes = wire.flushes - before
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      return { statements: [...heard], flushes }
    },
  }
}

/** The first message of a connection has no type: a length, the version, and pairs of texts. Others come before it. */
function readStartup(chunk: Buffer): Map<string, string> | undefined {
  const PROTOCOL_3 = 3
  if (chunk.length < 8 || chunk.readInt16BE(4) !== PROTOCOL_3) return undefined
  const texts = chunk.subarray(8).toString().split('\0')
  return new Map(texts.flatMap((text, n) => (n % 2 === 0 && text ? [[text, texts[n + 1]!]] : [])))
}

function* readStatements(chunk: Buffer, prepared: Map<string, string>): Generator<CapturedStatement> {
  for (const { type, body } of messagesOf(chunk)) {
    if (type === 'P') {
      const [name = '', text = ''] = body.toString().split('\0')
      prepared.set(name, text)
    }
    if (type === 'Q') yield { text: body.subarray(0, -1).toString(), values: [] }
    if (type === 'B') {
      const { name, values } = readBind(body)
      yield { text: prepared.get(name) ?? '', values }
    }
  }
}

/** Bind: the portal, the name, the formats of the values, and the values. Binary values are written as bytea. */
function readBind(body: Buffer): { name: string; values: (string | null)[] } {
  const portalEnd = body.indexOf(0)
  const nameEnd = body.indexOf(0, portalEnd + 1)
  const name = body.subarray(portalEnd + 1, nameEnd).toString()
  let at = nameEnd + 1
  const short = () => body.readInt16BE((at += 2) - 2)
  const formats = Array.from({ length: short() }, short)
  const values = Array.from({ length: short() }, (_, n) => {
    const length = body.readInt32BE((at += 4) - 4)
    if (length < 0) return null
    const bytes = body.subarray(at, (at += length))
    const isBinary = (formats.length === 1 ? formats[0] : formats[n]) === 1
    return isBinary ? `\\x${bytes.toString('hex')}` : bytes.toString()
  })
  return { name, values }
}
