import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Operation } from './operation.ts'
import { sentFrom } from './perform.ts'
import { DictProblem, insist } from './problem.ts'
import type { Sent } from './shapes.ts'
import { SignatureInvalid, signedContent } from './signature.ts'
import type { World } from './world.ts'
import { NotXml, readXml } from './xml.ts'

const REQUEST_BYTES_MAX = 1024 * 1024

export interface Received {
  operation: Operation
  request: IncomingMessage
  body: string
}

/** What was sent, believed because the participant signed it, and only then read. A read has nothing but its header. */
export function readRequest(received: Received, certificate: X509Certificate | undefined): Sent {
  const { operation, request, body } = received
  if (!operation.request) return {}
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

/** For whom it asks: itself, or a participant that reaches DICT through it. A write says so in its body, a read in its header. */
export function actingFor(
  world: World,
  caller: string,
  { operation, request }: Omit<Received, 'body'>,
  sent: Sent,
): string {
  const named = operation.request
    ? (sent as { participant?: Sent }).participant
    : request.headers['pi-requestingparticipant']
  const acting = typeof named === 'string' ? named : ''
  insist(acting === caller || world.indirect.get(acting) === caller, 'Forbidden')
  return acting
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
