import { connect, type Socket } from 'node:net'

/** How a request ended: the status, or 0 when the connection ended under it. */
export interface Ended {
  status: number
  head: string
}

/**
 * One kept-alive connection that carries ready-made requests, one at a time. An attacker does not parse what it is told,
 * and a generator that does spends the processor it shares with whom it measures.
 */
export interface Line {
  send(request: string, ended: (how: Ended) => void): void
  close(): void
}

export function openLine(port: number): Line {
  let socket: Socket | undefined
  let ended: ((how: Ended) => void) | undefined
  let head = ''
  /** Bytes of the answer that are still to come; undefined while its head is. */
  let missing: number | undefined

  const finish = (how: Ended) => {
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
