import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the gateway that can be cut in the middle of a sentence, and mended. */
export interface CutLine {
  url: string
  /** Goes dead once so many more bytes have passed towards the gateway, in the middle of whatever they are. */
  cutAfter(bytes: number): Promise<void>
  mend(): void
  /** Cuts every connection that is open. The next one is whole. */
  cut(): void
  /** Cuts once so many bytes of the next answer have come back. The next connection is whole. */
  cutAnswerAfter(bytes: number): Promise<void>
  /** What answers say on their way, and what is heard instead: as long, so that nobody notices. */
  misheard: [said: string, heard: string] | undefined
  close(): Promise<void>
}

export async function openCutLine(port: number): Promise<CutLine> {
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
