import { connect } from 'node:net'
import { type Scan, type Scanner, ScannerUnavailable } from './scanner.ts'

export interface ClamdSettings {
  host: string
  port: number
  /** Read timeout. */
  timeoutMs: number
}

const ANSWER_BYTES_MAX = 4_096

/** ClamAV daemon client for the INSTREAM command: chunks with a length prefix, a zero length, one line of result. */
export function openClamd({ host, port, timeoutMs }: ClamdSettings): Scanner {
  return {
    open(): Scan {
      const socket = connect({ host, port })
      socket.setTimeout(timeoutMs, () => socket.destroy(new ScannerUnavailable('it did not respond in time')))
      let answer = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer = (answer + text).slice(0, ANSWER_BYTES_MAX)
      })
      // It closes the connection after its response, early when it refuses the stream. The response counts, not how the
      // connection ended.
      const closed = new Promise<Error | undefined>((resolve) => {
        let failure: Error | undefined
        socket.on('error', (error) => (failure = error)).on('close', () => resolve(failure))
      })
      socket.write('zINSTREAM\0')

      return {
        async write(chunk) {
          if (chunk.length === 0) return
          if (socket.destroyed || !socket.writable) throw new ScannerUnavailable('it hung up')
          socket.write(lengthOf(chunk.length))
          await new Promise((resolve) => void socket.write(chunk, resolve))
        },
        async end() {
          socket.write(lengthOf(0))
          const failure = await closed
          return verdictOf(answer, failure)
        },
        abort: () => void socket.destroy(),
      }
    },
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32BE(bytes)
  return length
}

function verdictOf(answer: string, failure: Error | undefined): 'clean' | 'infected' {
  const [line] = answer.split('\0') as [string]
  if (line.endsWith(' FOUND')) return 'infected'
  if (line === 'stream: OK') return 'clean'
  throw new ScannerUnavailable(line ? 'it refused the stream' : 'it hung up without a verdict', failure)
}
