import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Operation } from './operation.ts'
import { sentFrom } from './perform.ts'
import { DictProblem, insist } from './problem.ts'
import type { Sent } from './shapes.ts'
import { SignatureInvalid, signedContent } from './signature.ts'
import { NotXml, readXml } from './xml.ts'

const REQUEST_BYTES_MAX = 1024 * 1024

export interface Received {
  operation: Operation
  caller: string
  request: IncomingMessage
  body: string
}

/** What was sent, believed because the participant signed it, and only then read. A read has nothing but its header. */
export function readRequest(received: Received, certificate: X509Certificate | undefined): Sent {
  const { operation, caller, request, body } = received
  if (!operation.request) {
    insist(request.headers['pi-requestingparticipant'] === caller, 'Forbidden')
    return {}
  }
  insist(request.headers['content-type']?.startsWith('application/xml'), 'BadRequest', 'content-type')
  insist(!request.headers['content-encoding'], 'BadRequest', 'content-encoding')
  insist(certificate, 'Forbidden')
  try {
    const content = signedContent(readXml(body), certificate)
    // Certificates live in real time, whatever hour the simulated clock shows.
    insist(certificate.validToDate > new Date(), 'RequestSignatureInvalid')
    insist(content.name === operation.request, 'BadRequest', 'body', 'is another request')
    return sentFrom(content)
  } catch (error) {
    // Told apart, because a client that sends nonsense has another fault than one that signs wrongly.
    if (error instanceof NotXml) throw new DictProblem('BadRequest')
    if (error instanceof SignatureInvalid) throw new DictProblem('RequestSignatureInvalid')
    throw error
  }
}

/** Who is at the other end: the name in the certificate of the connection. */
export function participantOf(request: IncomingMessage): string {
  const subject = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate().subject : undefined
  return String(subject?.CN ?? '')
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > REQUEST_BYTES_MAX) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
