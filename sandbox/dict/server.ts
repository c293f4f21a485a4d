import { randomBytes, type X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { verifyXml } from '../../src/partners/dict/signature/verify.ts'
import { parseXml, UnreadableXml } from '../../src/partners/dict/xml/read.ts'
import { type Content, escape, writeXml } from '../../src/partners/dict/xml/write.ts'
import type { Buckets } from './buckets.ts'
import type { Identity } from './certificates.ts'
import type { Fault, Faults } from './faults.ts'
import { type Signers, signedAnswer } from './forge.ts'
import { type Operation, type OperationName, operations } from './operations.ts'
import { perform, sentFrom } from './perform.ts'
import { DictProblem, insist } from './problem.ts'
import type { Sent } from './shapes.ts'
import type { World } from './world.ts'

const BASE = '/api/v2'
const REQUEST_BYTES_MAX = 1024 * 1024

export interface DictServer {
  world: World
  buckets: Buckets
  faults: Faults
  signers: Signers
  /** Which certificate each participant signs with. */
  signingCertificates: Map<string, X509Certificate>
  /** How often each operation was answered with each status: `getRefund 200`. */
  answers: Map<string, number>
}

/** DICT on the wire: certificates on both sides, signed XML, problem+xml. A stranger does not get past the handshake. */
export function listenForParticipants(dict: DictServer, tls: Identity & { authority: string }): Server {
  const options = {
    cert: tls.certificate,
    key: tls.key,
    ca: tls.authority,
    requestCert: true,
    rejectUnauthorized: true,
  }
  return createServer({ ...options, minVersion: 'TLSv1.2', keepAliveTimeout: 20_000 }, (request, response) => {
    answer(dict, request, response).catch(() => response.destroy())
  })
}

interface Answer {
  status: number
  xml: string
}

async function answer(dict: DictServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://dict')
  const found = match(request.method ?? '', url.pathname)
  const caller = participantOf(request)
  const body = await readBody(request)
  const fault = found && dict.faults.take(found.name)
  if (fault?.kind === 'reset') return void response.destroy()
  if (fault?.kind === 'slow') await sleep(fault.delay_ms ?? 1_000)
  const made = attempt(dict, found && { ...found, url, caller, request, body }, fault)
  if (found) {
    dict.answers.set(`${found.name} ${made.status}`, (dict.answers.get(`${found.name} ${made.status}`) ?? 0) + 1)
    dict.buckets.charge(caller, found.operation.rate(url.searchParams), made.status)
  }
  if (fault?.kind === 'reset_after_write') return void response.destroy()
  if (fault?.kind === 'late_answer') await sleep(fault.delay_ms ?? 1_000)
  send(response, request, made, signedAnswer(made.xml, dict.signers, fault?.kind), fault)
}

function match(method: string, path: string) {
  const rest = path.startsWith(BASE) ? path.slice(BASE.length) : ''
  for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
    const hit = operation.method === method && operation.path.exec(rest)
    if (hit) return { name, operation, id: hit[1] ?? '' }
  }
  return undefined
}

interface Attempt {
  operation: Operation
  id: string
  url: URL
  caller: string
  request: IncomingMessage
  body: string
}

const demanded: Partial<Record<Fault['kind'], string>> = {
  error_500: 'InternalServerError',
  rate_limited: 'RateLimited',
  unavailable: 'ServiceUnavailable',
  conflict: 'ResourceConflict',
}

/** The operation's answer or its refusal, before it is signed. */
function attempt(dict: DictServer, asked: Attempt | undefined, fault: Fault | undefined): Answer {
  const correlation_id = randomBytes(16).toString('hex')
  try {
    insist(asked, 'NotFound')
    const { operation, id, url, caller, request, body } = asked
    const refusal = fault && demanded[fault.kind]
    if (refusal) throw new DictProblem(refusal)
    insist(dict.world.participants.has(caller), 'Forbidden')
    dict.buckets.check(caller, operation.rate(url.searchParams))
    const sent = operation.request ? readWrite(dict, caller, operation, request, body) : readHeader(caller, request)
    const { world, buckets } = dict
    const content = perform(operation, { world, buckets, caller, id, query: url.searchParams }, sent)
    insist(fault?.kind !== 'error_500_after_write', 'InternalServerError')
    const shown = fault?.kind === 'duplicate' ? twice(content) : content
    const root = fault?.kind === 'other_answer' ? 'GetEntryResponse' : operation.answer
    const response_time = world.clock.now().toISOString()
    return { status: operation.status, xml: writeXml(root, { response_time, correlation_id, ...shown }) }
  } catch (error) {
    if (!(error instanceof DictProblem)) throw error
    return { status: error.status, xml: problemXml(error, correlation_id) }
  }
}

function readWrite(
  { signingCertificates }: DictServer,
  caller: string,
  operation: Operation,
  request: IncomingMessage,
  body: string,
): Sent {
  insist(request.headers['content-type']?.startsWith('application/xml'), 'BadRequest', 'content-type')
  insist(!request.headers['content-encoding'], 'BadRequest', 'content-encoding')
  const certificate = signingCertificates.get(caller)
  insist(certificate, 'Forbidden')
  try {
    const content = parseXml(body).root && verified(body, certificate)
    const { root, value } = parseXml(content)
    insist(root === operation.request, 'BadRequest', 'body', 'is another request')
    return sentFrom(value)
  } catch (error) {
    if (error instanceof UnreadableXml) throw new DictProblem('BadRequest')
    throw error
  }
}

function verified(body: string, certificate: X509Certificate): string {
  try {
    // Certificates live in real time, whatever hour the simulated clock shows.
    return verifyXml(body, [certificate], new Date())
  } catch {
    throw new DictProblem('RequestSignatureInvalid')
  }
}

function readHeader(caller: string, request: IncomingMessage): Sent {
  insist(request.headers['pi-requestingparticipant'] === caller, 'Forbidden')
  return {}
}

/** The first element of each list, once more at its end. */
function twice(content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value[0] ? [...value, value[0]] : value]
      return [name, typeof value === 'object' ? twice(value) : value]
    }),
  )
}

function problemXml({ type, status, violations }: DictProblem, correlationId: string): string {
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

function participantOf(request: IncomingMessage): string {
  const subject = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate().subject : undefined
  return String(subject?.CN ?? '')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > REQUEST_BYTES_MAX) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(
  response: ServerResponse,
  request: IncomingMessage,
  made: Answer,
  signed: string,
  fault: Fault | undefined,
) {
  const plain = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${signed}`)
  const kind = made.status < 300 ? 'application/xml' : 'application/problem+xml'
  const headers = { 'content-type': `${kind};charset=utf-8`, ...(made.status === 503 && { 'retry-after': '7' }) }
  if (fault?.kind === 'stalled_answer') {
    // The first half, and then nothing more, on a connection that stays open.
    response
      .writeHead(made.status, { ...headers, 'content-length': plain.length })
      .write(plain.subarray(0, plain.length / 2))
  } else if (fault?.kind === 'gzip_bomb') {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    response.writeHead(made.status, { ...headers, 'content-encoding': 'gzip' }).end(bomb)
  } else if (request.headers['accept-encoding']?.includes('gzip') && plain.length > 1_024) {
    response.writeHead(made.status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(plain))
  } else {
    response.writeHead(made.status, headers).end(plain)
  }
}
