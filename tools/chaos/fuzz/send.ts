import { connect } from 'node:net'

export interface Reply {
  /** Undefined without a complete response: by timeout or a closed connection. */
  status: number | undefined
  code: string | undefined
  /** The raw response. */
  text: string
  /** Until its first byte: the server then decides whether the connection is kept. */
  ms: number
}

/** Sends the bytes unchanged, on a connection of their own, and reads until it is closed. */
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
      // Half-closed after sending: with a request that announced too much, the server would wait for the rest.
      if (isWhole(Buffer.concat(chunks), method)) end(true)
    })
    socket.on('error', () => {})
    // A response without a length is complete at the end.
    socket.on('close', () => {
      const head = headOf(Buffer.concat(chunks))
      end(!LENGTH.test(head) && !CHUNKED.test(head))
    })
    socket.write(bytes)
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const HEAD_END = '\r\n\r\n'
/** 100 Continue, sent before the response itself. */
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
  // Not only at its end: extra bytes behind the first request get a response on the same connection.
  if (CHUNKED.test(head)) return answer.includes(LAST_CHUNK, Buffer.byteLength(head))
  const length = LENGTH.exec(head)?.[1]
  return length !== undefined && answer.length >= Buffer.byteLength(head) + HEAD_END.length + Number(length)
}
