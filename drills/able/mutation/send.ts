import { connect } from 'node:net'

export interface Reply {
  /** Undefined when no whole answer came: in time, or before the connection ended. */
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
  const method = bytes.subarray(0, bytes.indexOf(' ')).toString()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let heardAt: number | undefined
    const socket = connect(Number(port), hostname)
    const end = (isAnswered: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString()
      const status = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 ([2-5]\d\d)/.exec(text)?.[1]
      const code = /"code":"([A-Z_]+)"/.exec(text)?.[1]
      resolve({
        status: isAnswered && status ? Number(status) : undefined,
        code,
        text,
        ms: (heardAt ?? performance.now()) - started,
      })
    }
    const timer = setTimeout(() => end(false), limitMs)
    socket.on('data', (chunk: Buffer) => {
      heardAt ??= performance.now()
      chunks.push(chunk)
      // Told everything: with a request that announced more than it sent, the other side would wait for the rest.
      if (isWhole(Buffer.concat(chunks), method)) end(true)
    })
    socket.on('error', () => {})
    // What has no length is whole when it is over.
    socket.on('close', () => end(true))
    socket.write(bytes)
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const HEAD_END = '\r\n\r\n'
/** Told before the answer itself, to who asked whether to go on. */
const INTERIM = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')

function isWhole(heard: Buffer, method: string): boolean {
  const answer = heard.subarray(0, INTERIM.length).equals(INTERIM) ? heard.subarray(INTERIM.length) : heard
  const head = answer.indexOf(HEAD_END)
  if (head === -1) return false
  if (method === 'HEAD' || /^HTTP\/1\.1 (?:204|304)/.test(answer.subarray(0, head).toString())) return true
  if (answer.subarray(-5).equals(LAST_CHUNK)) return true
  const length = /content-length: (\d+)/i.exec(answer.subarray(0, head).toString())?.[1]
  return length !== undefined && answer.length >= head + HEAD_END.length + Number(length)
}
