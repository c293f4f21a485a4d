import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { DictFault } from './faults.ts'
import type { DictProblem } from './problem.ts'
import { escape } from './xml.ts'

export function problemXml({ type, status, violations }: DictProblem, correlationId: string): string {
  const list = violations
    .map(
      ({ property, reason }) =>
        `<violation><reason>${escape(reason)}</reason><property>${escape(property)}</property></violation>`,
    )
    .join('')
  return (
    `<problem xmlns="urn:ietf:rfc:7807"><type>https://dict.pi.rsfn.net.br/api/v2/error/${type}</type>` +
    `<title>${type}</title><status>${status}</status><correlationId>${correlationId}</correlationId>` +
    `${list && `<violations>${list}</violations>`}</problem>`
  )
}

/** Generated once: generating it takes longer than some client timeouts, and only the parsing is tested. */
let madeBomb: Buffer | undefined
const bomb = () => (madeBomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')))

export function send(
  response: ServerResponse,
  request: IncomingMessage,
  made: { status: number },
  signed: string,
  fault: DictFault | undefined,
) {
  const plain = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${signed}`)
  const kind = made.status < 300 ? 'application/xml' : 'application/problem+xml'
  const headers = { 'content-type': `${kind};charset=utf-8`, ...(made.status === 503 && { 'retry-after': '7' }) }
  if (fault?.kind === 'stalled_answer') {
    // The first half, and then nothing more, on an open connection.
    response
      .writeHead(made.status, { ...headers, 'content-length': plain.length })
      .write(plain.subarray(0, plain.length / 2))
  } else if (fault?.kind === 'gzip_bomb') {
    response.writeHead(made.status, { ...headers, 'content-encoding': 'gzip' }).end(bomb())
  } else if (request.headers['accept-encoding']?.includes('gzip') && plain.length > 1_024) {
    response.writeHead(made.status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(plain))
  } else {
    response.writeHead(made.status, headers).end(plain)
  }
}
