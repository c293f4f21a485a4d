import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type BrokenRule, renderProblem } from '../base/errors/fault.ts'
import { uuidv7 } from '../base/ids.ts'
import { defaultLanguage } from '../base/language.ts'
import { requestMalformed } from './faults.ts'
import { HEADER_BYTES_MAX, REQUEST_TIMEOUT_MS } from './limits.ts'
import type { Gate } from './services.ts'

export interface Unreadable {
  /** To be told of every request. */
  heard: (request: IncomingMessage, response: ServerResponse) => void
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/**
 * What comes over a connection and is no request has neither a route nor a reply. It is told so, and the connection ends.
 * What came whole before it is being done: its caller hears next what became of that, and no refusal in its place, which
 * would say that nothing was done.
 */
export function openUnreadable({ docsUrl, log }: Pick<Gate, 'docsUrl' | 'log'>): Unreadable {
  const lastOf = new WeakMap<Socket, ServerResponse>()
  const leaving = new WeakSet<Socket>()

  return {
    heard: ({ socket }, response) => void lastOf.set(socket, response),
    refuse(error, socket) {
      const last = lastOf.get(socket)
      const isAnswered = !last || last.writableFinished
      if (!isAnswered && last.req.complete) {
        if (leaving.has(socket)) return
        leaving.add(socket)
        if (!last.headersSent) last.setHeader('connection', 'close')
        last.once('close', () => socket.destroySoon())
        return
      }
      const isBegun = !isAnswered && last.headersSent
      if (error.code === 'ECONNRESET' || !socket.writable || isBegun) return void socket.destroy()
      const request_id = uuidv7()
      log.info('request_unreadable', { request_id, reason: error.code })
      socket.end(refusal(request_id, error.code, docsUrl))
      socket.destroySoon()
    },
  }
}

function refusal(request_id: string, code: string | undefined, docsUrl: string): string {
  const fault = requestMalformed({ errors: [brokenBy(code)] })
  const body = JSON.stringify(renderProblem(fault, defaultLanguage, request_id, docsUrl))
  return [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `content-language: ${defaultLanguage}`,
    'cache-control: no-store',
    'connection: close',
    `x-request-id: ${request_id}`,
    'x-content-type-options: nosniff',
    '',
    body,
  ].join('\r\n')
}

function brokenBy(code: string | undefined): BrokenRule {
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
        pointer: '/headers',
        code: 'ARRIVES',
        detail: {
          'pt-BR': `devem chegar inteiros em ${REQUEST_TIMEOUT_MS / 1000} segundos`,
          'en-US': `must arrive whole within ${REQUEST_TIMEOUT_MS / 1000} seconds`,
        },
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
