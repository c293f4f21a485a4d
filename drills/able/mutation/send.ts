import { connect } from 'node:net'

export interface Reply {
  /** 0 when the connection ended without an answer, undefined when nothing came in time. */
  status: number | undefined
  code: string | undefined
  /** What came, as it came. */
  text: string
  /** Until its first byte: whether the connection is then kept for a next request is the server's choice. */
  ms: number
}

/** Sends the bytes as they are, on a connection of their own, and reads until it is closed. */
export function send(base_url: string, bytes: Buffer, limitMs: number): Promise<Reply> {
  const started = performance.now()
  const { hostname, port } = new URL(base_url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let heardAt: number | undefined
    const socket = connect(Number(port), hostname)
    const end = (timedOut: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString()
      const status = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      const code = /"code":"([A-Z_]+)"/.exec(text)?.[1]
      resolve({
        status: status ? Number(status) : timedOut ? undefined : 0,
        code,
        text,
        ms: (heardAt ?? performance.now()) - started,
      })
    }
    const timer = setTimeout(() => end(true), limitMs)
    socket.on('data', (chunk: Buffer) => {
      heardAt ??= performance.now()
      chunks.push(chunk)
      // Told everything: with a request that announced more than it sent, the other side would wait for the rest.
      if (isWhole(Buffer.concat(chunks))) end(false)
    })
    socket.on('error', () => {})
    socket.on('close', () => end(false))
    socket.write(bytes)
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function isWhole(heard: Buffer): boolean {
  const head = heard.indexOf('\r\n\r\n')
  if (head === -1) return false
  if (heard.subarray(-5).equals(LAST_CHUNK)) return true
  const length = /content-length: (\d+)/i.exec(heard.subarray(0, head).toString())?.[1]
  return length !== undefined && heard.length >= head + 4 + Number(length)
}
