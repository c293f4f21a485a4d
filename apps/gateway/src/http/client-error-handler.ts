import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BrokenRule } from '../platform/errors/fault.ts'
import { defaultLanguage } from '../platform/language.ts'
import { requestMalformed } from './faults.ts'
import { HEADER_BYTES_MAX } from './limits.ts'
import { bareProblem } from './raw-problem-response.ts'
import type { Gate } from './services.ts'

export interface Unreadable {
  /** Listener for every request: records the responses that are not finished. */
  heard: (request: IncomingMessage, response: ServerResponse) => void
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/**
 * Client error handler: bytes on a connection that are not a request have neither a route nor a reply object. The sender
 * gets a problem response, and the connection ends. A complete request before them is still running. Its caller gets the
 * response to that request, and not an error in its place, which would mean that nothing was done.
 */
export function createClientErrorHandler({ docsUrl, log }: Pick<Gate, 'docsUrl' | 'log'>): Unreadable {
  const unansweredOn = createUnansweredSockets()
  const leaving = new WeakSet<Socket>()

  return {
    heard: ({ socket }, response) => void unansweredOn(socket).push(response),
    refuse(error, socket) {
      const unanswered = unansweredOn(socket)
      const done = unanswered.findLast(({ req }) => req.complete)
      if (done) {
        if (leaving.has(socket)) return
        leaving.add(socket)
        if (!done.headersSent) done.setHeader('connection', 'close')
        done.once('close', () => socket.destroySoon())
        return
      }
      const isBegun = unanswered.some(({ headersSent }) => headersSent)
      if (error.code === 'ECONNRESET' || !socket.writable || isBegun) return void socket.destroy()
      const rule = brokenBy(error.code, unanswered.length > 0 ? '/body' : '/headers')
      const { request_id, headers, body } = bareProblem(requestMalformed({ errors: [rule] }), defaultLanguage, docsUrl)
      log.info('request_unreadable', { request_id, reason: error.code })
      const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
      socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'))
      socket.destroySoon()
    },
  }
}

/** Unfinished responses of a connection. More than one only with pipelined requests. */
function createUnansweredSockets(): (socket: Socket) => ServerResponse[] {
  const responses = new WeakMap<Socket, ServerResponse[]>()

  return (socket) => {
    const left = responses.get(socket)?.filter(({ writableFinished }) => !writableFinished) ?? []
    responses.set(socket, left)
    return left
  }
}

function brokenBy(code: string | undefined, part: '/headers' | '/body'): BrokenRule {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        pointer: '/headers',
        code: 'MAX_LENGTH',
        detail: {
          'pt-BR': `devem ter no máximo ${HEADER_BYTES_MAX} bytes, todos juntos`,
          'en-US': `must have at most ${HEADER_BYTES_MAX} bytes, all together`,
        },
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        pointer: part,
        code: 'ARRIVES',
        detail: { 'pt-BR': 'não chegou inteiro a tempo', 'en-US': 'did not arrive whole in time' },
      }
    default:
      return {
        pointer: '',
        code: 'IS_HTTP',
        detail: {
          'pt-BR': 'deve ser uma requisição HTTP/1.1 bem formada, do tamanho que anuncia',
          'en-US': 'must be a well-formed HTTP/1.1 request, as long as it announces',
        },
      }
  }
}
