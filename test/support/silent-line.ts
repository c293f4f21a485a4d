import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to somebody on which packets can get lost. While it is silent everything is read and nothing answered, and a
 * connection that said something meanwhile is never answered again: what a firewall that forgets does.
 */
export interface SilentLine {
  url: string
  silent: boolean
  /** Only what is answered gets lost: what is said arrives, and is done. */
  oneWay: boolean
  /** The next answer is heard but for its end, with which the server says that it may be asked again; then nothing. */
  losesEnd: boolean
  /** Hangs up on everybody, and nobody listens there until it is mended. */
  cut(): void
  mend(): Promise<void>
  close(): Promise<void>
}

/** ReadyForQuery, the last of every answer. */
const END_BYTES = 6
const isEnd = (chunk: Buffer) => chunk.at(-END_BYTES) === 'Z'.charCodeAt(0)

export async function openSilentLine(address: string): Promise<SilentLine> {
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
        // That somebody hung up is a packet too.
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
