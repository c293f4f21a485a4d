import { connect, type Socket } from 'node:net'

/** The end of a request: the status, or 0 for a closed connection. */
export interface ConnectionEnd {
  status: number
  head: string
}

/**
 * One keep-alive connection that sends prepared requests, one at a time. It parses no responses, because a load generator
 * would use the CPU it shares with the measured process.
 */
export interface RawHttpConnection {
  send(request: string, ended: (how: ConnectionEnd) => void): void
  close(): void
}

export function createRawHttpConnection(port: number): RawHttpConnection {
  let socket: Socket | undefined
  let ended: ((how: ConnectionEnd) => void) | undefined
  let head = ''
  /** Remaining bytes of the response; undefined during its headers. */
  let missing: number | undefined

  const finish = (how: ConnectionEnd) => {
    const tell = ended
    ended = undefined
    head = ''
    missing = undefined
    tell?.(how)
  }
  const hear = (chunk: Buffer) => {
    if (missing === undefined) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      missing = Number(length?.[1] ?? 0) - (head.length - end - 4)
      head = head.slice(0, end)
    } else missing -= chunk.length
    if (missing <= 0) finish({ status: Number(head.slice(9, 12)), head })
  }
  const open = () => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', hear)
    opened.on('error', () => {})
    opened.once('close', () => {
      if (socket === opened) socket = undefined
      finish({ status: 0, head: '' })
    })
    return opened
  }
  return {
    send(request, then) {
      ended = then
      socket ??= open()
      socket.write(request)
    },
    close: () => socket?.destroy(),
  }
}
