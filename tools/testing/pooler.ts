import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** BackendKeyData: K, twelve bytes or more, the process id. */
const NAMED = Buffer.from([0x4b, 0, 0, 0])

/** A pooler in front of a database: a client gets another process id of its session than the server's own. */
export async function openPooler(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far)
    let isNamed = false
    far.on('data', (chunk: Buffer) => {
      const at = isNamed ? -1 : chunk.indexOf(NAMED)
      isNamed ||= at >= 0
      if (at >= 0) chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1_000_000, at + 5)
      near.write(chunk)
    })
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
