import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { sentFrom } from './handle.ts'
import type { Operation } from './operation.ts'
import { DictProblem, insist } from './problem.ts'
import type { SentShape } from './shapes.ts'
import { SignatureInvalid, signedContent } from './signature.ts'
import type { World } from './state.ts'
import { NotXml, readXml } from './xml.ts'

const REQUEST_BYTES_MAX = 1024 * 1024

export interface ReceivedRequest {
  operation: Operation
  request: IncomingMessage
  body: string
}

/** Verifies the signature and only then parses the request. A read has only its headers. */
export function readRequest(received: ReceivedRequest, certificate: X509Certificate | undefined): SentShape {
  const { operation, request, body } = received
  if (!operation.request) return {}
  insist(request.headers['content-type']?.startsWith('application/xml'), 'BadRequest', 'content-type')
  insist(!request.headers['content-encoding'], 'BadRequest', 'content-encoding')
  insist(certificate, 'Forbidden')
  try {
    const content = signedContent(readXml(body), certificate)
    // Certificates use real time, whatever the simulated clock shows.
    insist(certificate.validToDate > new Date(), 'RequestSignatureInvalid')
    insist(content.name === operation.request, 'BadRequest', 'body', 'is another request')
    return sentFrom(content)
  } catch (error) {
    // Separate errors, because an invalid request is another bug of a client than an invalid signature.
    if (error instanceof NotXml) throw new DictProblem('BadRequest')
    if (error instanceof SignatureInvalid) throw new DictProblem('RequestSignatureInvalid')
    throw error
  }
}

/**
 * The participant of the request: the caller, or an indirect participant. A write names it in its body, a read in its
 * header.
 */
export function actingFor(
  world: World,
  caller: string,
  { operation, request }: Omit<ReceivedRequest, 'body'>,
  sent: SentShape,
): string {
  const named = operation.request
    ? (sent as { participant?: SentShape }).participant
    : request.headers['pi-requestingparticipant']
  const acting = typeof named === 'string' ? named : ''
  insist(acting === caller || world.indirect.get(acting) === caller, 'Forbidden')
  return acting
}

/** The caller: the name in the certificate of the connection. */
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
