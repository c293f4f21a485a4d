import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to the database on which packets can get lost. While it is silent everything is read and nothing answered, and a
 * connection that said something meanwhile is never answered again: what a firewall that forgets does.
 */
export interface SilentLine {
  url: string
  silent: boolean
  close(): Promise<void>
}

export async function openSilentLine(databaseUrl: string): Promise<SilentLine> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let dead = line.silent
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('data', (chunk: Buffer) => {
        dead ||= line.silent
        if (!dead) to.write(chunk)
      })
      from.on('close', () => {
        sockets.delete(from)
        // That somebody hung up is a packet too.
        if (!dead && !line.silent) to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const line: SilentLine = {
    url: url.toString(),
    silent: false,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return line
}
