import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable, OutcomeUnknown } from '../platform/db/database-errors.ts'
import { InstallationMismatch } from '../platform/db/installation-guard.ts'
import { Fault, renderProblem } from '../platform/errors/fault.ts'
import { defaultLanguage, isText, type Language, languageOfTag } from '../platform/language.ts'
import { ScannerUnavailable } from '../platform/malware-scan/scanner.ts'
import { ObjectStoreUnavailable } from '../platform/object-storage/object-store.ts'
import type { LogFields } from '../platform/observability/log.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import { reasonOf } from './auth/auth-failure-reason.ts'
import { keyIdOf } from './auth/authenticate.ts'
import { deprecationHeaders } from './auth/deprecation.ts'
import { IssuerUnavailable } from './auth/issuer-keys.ts'
import {
  bodyTooLarge,
  gateFaults,
  internalError,
  mediaTypeUnsupported,
  requestMalformed,
  unavailable,
} from './faults.ts'
import { networkOf } from './limits.ts'
import { credentialRefusals, requestDuration } from './metrics.ts'
import { lineOf } from './request-log/request-log-entry.ts'
import type { Gate } from './services.ts'

/** Headers of every response, whatever its status. */
export function answerHeaders(gate: Gate, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('cache-control', 'no-store')
  reply.header('x-content-type-options', 'nosniff')
  if (request.headers['x-api-key'] !== undefined)
    reply.headers(deprecationHeaders(gate.docsUrl, gate.settings.API_KEY_SUNSET))
  const { route } = request.routeOptions.config ?? {}
  request.span = route && gate.traces?.start(route.name, request.headers['traceparent'] as string | undefined)
}

/**
 * Sends a record. Its version becomes the ETag, a field without a value is omitted and not null, and texts in both languages
 * are rendered in the requested one.
 */
export function sendRecord(reply: FastifyReply, status: number, record: unknown): FastifyReply {
  const { version, page_state } = record as { version?: unknown; page_state?: unknown }
  if (version !== undefined) reply.header('etag', `"${String(version)}"`)
  if (typeof page_state === 'string') linkNext(reply, page_state)
  const language = reply.request.language ?? defaultLanguage
  reply.header('content-language', language)
  return reply.code(status).send(leaving(record, language))
}

/** Filters whose values identify a person. The caller sent them in the URL; our links must not repeat them. */
const personal = ['search', 'document', 'email', 'name']

/**
 * Link header (RFC 8288), for clients that follow links. The header may already contain the deprecation link of the
 * credential. A list filtered by personal data gets no link, because proxies log headers; `page_state` is enough.
 */
function linkNext(reply: FastifyReply, page_state: string): void {
  const next = new URL(reply.request.url, 'http://gateway')
  if (personal.some((name) => next.searchParams.has(name))) return
  next.searchParams.set('page_state', page_state)
  const link = `<${next.pathname}${next.search}>; rel="next"`
  const earlier = reply.getHeader('link')
  reply.removeHeader('link')
  reply.header('link', earlier === undefined ? link : `${String(earlier)}, ${link}`)
}

/** Copied only where something changes, because most responses are sent as they were read. */
function leaving(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item) => leaving(item, language))
  if (value === null || typeof value !== 'object') return value
  if (isText(value)) return value[language]
  const record = value as Record<string, unknown>
  let left = record
  // A loop by name, because `Object.entries` would allocate an array for each of hundreds of members.
  for (const name in record) {
    const member = record[name]
    if (member !== null && typeof member !== 'object') continue
    const leaves = member === null ? undefined : leaving(member, language)
    if (leaves === member) continue
    if (left === record) left = { ...record }
    left[name] = leaves
  }
  return left
}

/** Error handler of every error thrown below. */
export function sendError(
  gate: Pick<Gate, 'log' | 'docsUrl'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asFault(error)
  request.refusal = refusal
  const { route } = request.routeOptions.config ?? {}
  // A 503 without a cause is a decision of the gateway and not a failure: it gets only the usual request line.
  if (refusal.declaration.status === 500 || refusal.cause !== undefined) {
    gate.log.error(
      'request_failed',
      { request_id: request.id, operation: route?.name, code: refusal.declaration.code },
      error,
    )
  }
  if (route && !isListed(refusal, route.errors)) {
    gate.log.error('undeclared_fault', {
      request_id: request.id,
      operation: route.name,
      code: refusal.declaration.code,
    })
  }
  const language = languageOf(request)
  return reply
    .code(refusal.declaration.status)
    .headers(challengeOf(refusal))
    .headers(refusal.particulars.headers ?? {})
    .header('content-language', language)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(renderProblem(refusal, language, request.id, gate.docsUrl))
}

/** WWW-Authenticate (RFC 9110 and 6750): how to authenticate, and whether a credential was rejected. */
function challengeOf({ declaration: { code, status } }: Fault): Record<string, string> {
  if (status !== 401) return {}
  const realm = 'Bearer realm="eclusa"'
  return { 'www-authenticate': code.endsWith('_REFUSED') ? `${realm}, error="invalid_token"` : realm }
}

const RETRY = { 'retry-after': '2' }
/** Temporary errors, which the request did not cause. */
const passing = [
  DatabaseUnavailable,
  InstallationMismatch,
  OutcomeUnknown,
  IssuerUnavailable,
  ObjectStoreUnavailable,
  ScannerUnavailable,
]

/** Maps any thrown error to a fault of the contract. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (passing.some((kind) => error instanceof kind)) return unavailable({ headers: RETRY, cause: error })
  switch ((error as { code?: unknown }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return mediaTypeUnsupported()
    // The caller closed the connection in the middle of its body: no response is possible, and nothing failed here.
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestMalformed({ errors: [notJson] })
    default:
      return internalError({ cause: error })
  }
}

const notJson = {
  pointer: '/body',
  code: 'IS_JSON',
  detail: { 'pt-BR': 'deve ser um objeto JSON bem formado', 'en-US': 'must be a well-formed JSON object' },
}

function isListed(refusal: Fault, listed: { code: string }[]): boolean {
  return [...gateFaults, ...listed].some(({ code }) => code === refusal.declaration.code)
}

function languageOf({ language, headers }: FastifyRequest): Language {
  return language ?? languageOfTag(headers['x-lang']) ?? defaultLanguage
}

/** One log line, one measurement and one entry of the request log per request. */
export function recordRequest(gate: Gate, request: FastifyRequest, reply: FastifyReply): void {
  const operation = request.routeOptions.config.route?.name ?? 'none'
  const credential = request.caller?.credential ?? 'none'
  const labels = { door: 'api', operation, status: reply.statusCode, credential }
  gate.metrics.observe(requestDuration, labels, reply.elapsedTime / 1000, request.span)
  const refused = refusedFor(gate.metrics, 'api', request)
  if (request.span) gate.traces?.end(request.span, reply.statusCode)
  gate.log.info('request', {
    request_id: request.id,
    client_request_id: clientRequestId(request),
    operation,
    method: request.method,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    code: request.refusal?.declaration.code,
    credential,
    key_id: request.caller && keyIdOf(request.caller),
    token_id: request.caller?.token_id,
    network: request.ofPerson ? undefined : networkOf(request.ip),
    trace_id: request.span?.spanContext().traceId,
    user_id: request.scope?.user_id,
    authenticated_user_id: request.caller?.user_id,
    ...refused,
  })
  const line = gate.requestLog && lineOf(request, reply)
  if (line) gate.requestLog?.take(line)
}

/** What the log line of a request contains of a rejected credential, and its count. Only the log and the metrics get it. */
export function refusedFor(metrics: Metrics, door: 'api' | 'desk', { refusal }: FastifyRequest): LogFields {
  const reason = reasonOf(refusal)
  if (reason === undefined) return {}
  metrics.count(credentialRefusals, { door, reason })
  return { ...refusal?.particulars.logged, reason }
}

/** The caller's own id of this request, if it is printable. It is logged beside ours and used nowhere else. */
function clientRequestId({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : undefined
}
