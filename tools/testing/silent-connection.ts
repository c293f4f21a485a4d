import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A connection with lost packets. While it is silent everything is read and nothing is answered, and a connection used
 * meanwhile never gets a response again, like a firewall that drops its state.
 */
export interface SilentLine {
  url: string
  silent: boolean
  /** Only responses are lost: requests arrive and are done. */
  oneWay: boolean
  /** The next response arrives without its end, ReadyForQuery; then nothing. */
  losesEnd: boolean
  /** Closes all connections and refuses new ones until it is restored. */
  cut(): void
  mend(): Promise<void>
  close(): Promise<void>
}

/** ReadyForQuery, the last message of every response. */
const END_BYTES = 6
const isEnd = (chunk: Buffer) => chunk.at(-END_BYTES) === 'Z'.charCodeAt(0)

export async function createSilentConnection(address: string): Promise<SilentLine> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const lost = { said: line.silent, answered: line.silent }
    const listen = () => {
      lost.said ||= line.silent
      lost.answered ||= line.silent || line.oneWay
    }
    const pass = (from: Socket, to: Socket, what: keyof typeof lost) => {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('data', (chunk: Buffer) => {
        listen()
        if (lost[what]) return
        lost.answered ||= what === 'answered' && line.losesEnd && isEnd(chunk)
        to.write(lost.answered ? chunk.subarray(0, -END_BYTES) : chunk)
      })
      from.on('close', () => {
        sockets.delete(from)
        // The close of a connection is a packet too.
        const unheard = lost[what] || line.silent || (line.oneWay && what === 'answered')
        if (isCut || !unheard) to.destroy()
      })
    }
    pass(near, far, 'said')
    pass(far, near, 'answered')
  })
  const listenAt = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  await listenAt(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const line: SilentLine = {
    url: url.toString(),
    silent: false,
    oneWay: false,
    losesEnd: false,
    cut() {
      isCut = true
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    async mend() {
      isCut = false
      await listenAt(port)
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return line
}
