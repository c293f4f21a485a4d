import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the gateway that can be cut in the middle of a sentence, and mended. */
export interface CutLine {
  url: string
  /** Goes dead once so many more bytes have passed towards the gateway, in the middle of whatever they are. */
  cutAfter(bytes: number): Promise<void>
  mend(): void
  close(): Promise<void>
}

export async function openCutLine(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>()
  let left = Infinity
  let dead = () => {}
  const server = createServer((near) => {
    if (left <= 0) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      if (left <= 0) return
      far.write(chunk.subarray(0, Math.min(chunk.length, left)))
      left -= chunk.length
      if (left > 0) return
      for (const socket of sockets) socket.destroy()
      dead()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (bytes) =>
      new Promise((resolve) => {
        left = bytes
        dead = resolve
      }),
    mend() {
      left = Infinity
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
