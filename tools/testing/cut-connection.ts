import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to the gateway that can be cut in the middle of a message, and restored. */
export interface CutLine {
  url: string
  /** Fails after so many more bytes towards the gateway, in the middle of whatever they are. */
  cutAfter(bytes: number): Promise<void>
  mend(): void
  /** Cuts every open connection. The next one works. */
  cut(): void
  /** Cuts after so many bytes of the next response. The next connection works. */
  cutAnswerAfter(bytes: number): Promise<void>
  /** Replaces text in responses by text of equal length, so that it is not noticed. */
  misheard: [said: string, heard: string] | undefined
  close(): Promise<void>
}

export async function createCutConnection(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>()
  let left = Infinity
  let answerLeft = Infinity
  let dead = () => {}
  let unheard = () => {}
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
    far.on('data', (chunk: Buffer) => {
      const { misheard } = line
      const heard = misheard ? Buffer.from(chunk.toString('latin1').replaceAll(...misheard), 'latin1') : chunk
      answerLeft -= heard.length
      if (answerLeft > 0) return void near.write(heard)
      const rest = heard.subarray(0, heard.length + answerLeft)
      answerLeft = Infinity
      near.end(rest, () => line.cut())
      unheard()
    })
    near.on('data', (chunk: Buffer) => {
      if (left <= 0) return
      far.write(chunk.subarray(0, Math.min(chunk.length, left)))
      left -= chunk.length
      if (left > 0) return
      line.cut()
      dead()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: CutLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misheard: undefined,
    cutAfter: (bytes) =>
      new Promise((resolve) => {
        left = bytes
        dead = resolve
      }),
    mend() {
      left = Infinity
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    cutAnswerAfter: (bytes) =>
      new Promise((resolve) => {
        answerLeft = bytes
        unheard = resolve
      }),
    async close() {
      server.close()
      line.cut()
    },
  }
  return line
}
