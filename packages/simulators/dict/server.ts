import { randomBytes, type X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type Signers, signedAnswer } from './bad-signatures.ts'
import type { Buckets } from './buckets.ts'
import type { Identity } from './certificates.ts'
import type { DictFault, Faults } from './faults.ts'
import { perform } from './handle.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operations } from './operations.ts'
import { DictProblem, insist } from './problem.ts'
import { actingFor, participantOf, readBody, readRequest } from './read-request.ts'
import { problemXml, send } from './send-response.ts'
import type { World } from './state.ts'
import { writeXml, type XmlContent } from './xml.ts'

const BASE = '/api/v2'

/** Stages of a request: received before any effect, or done before the response. */
export interface Moment {
  when: 'come' | 'done'
  operation: OperationName
  /** The request as it came: the path with its query, and the XML. */
  path: string
  body: string
  /** The client's address. */
  port: number
}

export interface DictServer {
  world: World
  buckets: Buckets
  faults: Faults
  signers: Signers
  /** The certificate that each participant signs with. */
  signingCertificates: Map<string, X509Certificate>
  /** How often each operation returned each status: `getRefund 200`. */
  answers: Map<string, number>
  /** Called at every stage and awaited. A drill can pause a request here. */
  watchers: Set<(moment: Moment) => Promise<void> | undefined>
}

/** DICT server: mutual TLS, signed XML, problem+xml. A client without a certificate fails the handshake. */
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

interface DictServerResponse {
  status: number
  xml: string
}

async function answer(dict: DictServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://dict')
  const found = match(request.method ?? '', url.pathname)
  const caller = participantOf(request)
  const body = await readBody(request)
  const seen = async (when: Moment['when']) => {
    if (!found) return
    const moment = { when, operation: found.name, path: request.url!, body, port: request.socket.remotePort! }
    for (const watch of dict.watchers) await watch(moment)
  }
  await seen('come')
  const fault = found && dict.faults.take(found.name)
  if (fault?.kind === 'reset') return void response.destroy()
  if (fault?.kind === 'slow') await dict.world.clock.wait(fault.delay_ms ?? 1_000)
  const made = attempt(dict, found && { ...found, url, caller, request, body }, fault)
  if (found) {
    dict.answers.set(`${found.name} ${made.status}`, (dict.answers.get(`${found.name} ${made.status}`) ?? 0) + 1)
    dict.buckets.charge(caller, found.operation.rate(url.searchParams), made.status)
  }
  await seen('done')
  if (fault?.kind === 'reset_after_write') return void response.destroy()
  if (fault?.kind === 'late_answer') await dict.world.clock.wait(fault.delay_ms ?? 1_000)
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

interface DictAttempt {
  operation: Operation
  id: string
  url: URL
  caller: string
  request: IncomingMessage
  body: string
}

const demanded: Partial<Record<DictFault['kind'], string>> = {
  error_500: 'InternalServerError',
  rate_limited: 'RateLimited',
  unavailable: 'ServiceUnavailable',
  conflict: 'ResourceConflict',
}

/** The operation's response or error, before it is signed. */
function attempt(dict: DictServer, asked: DictAttempt | undefined, fault: DictFault | undefined): DictServerResponse {
  const correlation_id = randomBytes(16).toString('hex')
  try {
    insist(asked, 'NotFound')
    const { operation, id, url, caller, request, body } = asked
    const refusal = fault && demanded[fault.kind]
    if (refusal) throw new DictProblem(refusal)
    insist(dict.world.participants.has(caller), 'Forbidden')
    dict.buckets.check(caller, operation.rate(url.searchParams))
    const { world, buckets } = dict
    const sent = readRequest({ operation, request, body }, dict.signingCertificates.get(caller))
    const acting = actingFor(world, caller, { operation, request }, sent)
    const content = perform(operation, { world, buckets, caller: acting, id, query: url.searchParams }, sent)
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

/** The first element of each list, repeated at its end. */
function twice(content: XmlContent): XmlContent {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value[0] ? [...value, value[0]] : value]
      return [name, typeof value === 'object' ? twice(value) : value]
    }),
  )
}
