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
    // What says no length is whole when it is over.
    socket.on('close', () => {
      const head = headOf(Buffer.concat(chunks))
      end(!LENGTH.test(head) && !CHUNKED.test(head))
    })
    socket.write(bytes)
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const HEAD_END = '\r\n\r\n'
/** Told before the answer itself, to who asked whether to go on. */
const INTERIM = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')

const LENGTH = /content-length: (\d+)/i
const CHUNKED = /transfer-encoding: chunked/i

const answerIn = (heard: Buffer) =>
  heard.subarray(0, INTERIM.length).equals(INTERIM) ? heard.subarray(INTERIM.length) : heard

function headOf(heard: Buffer): string {
  const answer = answerIn(heard)
  const end = answer.indexOf(HEAD_END)
  return end === -1 ? '' : answer.subarray(0, end).toString()
}

function isWhole(heard: Buffer, method: string): boolean {
  const [answer, head] = [answerIn(heard), headOf(heard)]
  if (head === '') return false
  if (method === 'HEAD' || /^HTTP\/1\.1 (?:204|304)/.test(head)) return true
  // Not at its very end alone: what is no request any more, behind the first, is answered on the same connection.
  if (CHUNKED.test(head)) return answer.includes(LAST_CHUNK, Buffer.byteLength(head))
  const length = LENGTH.exec(head)?.[1]
  return length !== undefined && answer.length >= Buffer.byteLength(head) + HEAD_END.length + Number(length)
}
