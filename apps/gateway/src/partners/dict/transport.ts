import { gunzipSync } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import type { Doubt } from './outcome.ts'

export interface TlsIdentity {
  /** PEM of the client certificate by which DICT identifies the participant. */
  certificate: string
  key: string
  /** PEM of the accepted certificate authorities; the system's authorities are not trusted. */
  authorities: string[]
}

/**
 * A local program that makes the TLS connections with a key from a token, because Node can use such a key only through
 * deprecated interfaces. It listens on a Unix socket, so file permissions decide who may connect, and it verifies
 * DICT's certificate.
 */
export interface TlsTunnel {
  /** PEM of its client certificate, so that we can report its expiry. */
  certificate: string
  /** Path of its socket. */
  tunnel: string
}

export const limits = {
  /** From the first byte sent to the last byte received. */
  deadlineMs: 15_000,
  connectMs: 5_000,
  /** Two hundred reports with texts of maximum length are under four megabytes. */
  bodyBytesMax: 8 * 1024 * 1024,
  connections: 8,
  /** DICT announces its own idle limit and undici obeys it; this applies when it does not. */
  keepAliveMs: 30_000,
}

export type Limits = typeof limits

export interface Exchange {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

/** A response, or the reason for its absence. `sent` is false only when DICT cannot have received the request. */
export type Exchanged =
  | { answered: true; status: number; body: string; retryAfterMs?: number }
  | { answered: false; sent: boolean; doubt: Doubt }

export interface Transport {
  exchange(exchange: Exchange): Promise<Exchanged>
  close(): Promise<void>
}

/** Connections are reused, because a handshake with certificates on both sides is expensive. */
export function createTransport(
  tls: TlsIdentity | TlsTunnel,
  { deadlineMs, connectMs, bodyBytesMax, ...pool }: Limits,
): Transport {
  const tunnelled = 'tunnel' in tls
  const agent = new Agent({
    connect: tunnelled
      ? { socketPath: tls.tunnel, timeout: connectMs }
      : { cert: tls.certificate, key: tls.key, ca: tls.authorities, timeout: connectMs, minVersion: 'TLSv1.2' },
    connections: pool.connections,
    keepAliveTimeout: pool.keepAliveMs,
    pipelining: 1,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize: bodyBytesMax,
  })
  return {
    async exchange({ url, method, headers, body }) {
      try {
        // The request enters the tunnel as plain HTTP and leaves it as TLS. The host name stays DICT's.
        const answer = await request(tunnelled ? url.replace(/^https:/, 'http:') : url, {
          dispatcher: agent,
          method,
          headers: { accept: 'application/xml, application/problem+xml', 'accept-encoding': 'gzip', ...headers },
          body: body ?? null,
          signal: AbortSignal.timeout(deadlineMs),
        })
        const text = await readBody(answer, bodyBytesMax)
        return { answered: true, status: answer.statusCode, body: text, ...retryAfter(answer) }
      } catch (error) {
        return { answered: false, sent: !neverLeft(error), doubt: doubtOf(error) }
      }
    },
    close: () => agent.close(),
  }
}

async function readBody(answer: Dispatcher.ResponseData, bytesMax: number): Promise<string> {
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  // A small compressed body may expand to a very large one.
  const plain = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes
  // An encoding other than UTF-8 is rejected here, because the safety checks read text.
  return new TextDecoder('utf-8', { fatal: true }).decode(plain)
}

function retryAfter({ headers }: Dispatcher.ResponseData): { retryAfterMs?: number } {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: Math.min(seconds, 3_600) * 1_000 } : {}
}

const beforeSending = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOENT',
  'EACCES',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Whether DICT certainly received no byte of the request: there was no connection, we rejected its certificate, or it
 * rejected ours during the handshake. In TLS 1.3 its rejection arrives after our request was sent and looks like any
 * lost connection; the same applies to failures behind a tunnel.
 */
function neverLeft(error: unknown): boolean {
  const code = codeOf(error)
  return beforeSending.has(code) || /^ERR_SSL_.*ALERT_.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE)/.test(code)
}

function doubtOf(error: unknown): Doubt {
  const code = codeOf(error)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE') return 'ANSWER_TOO_LARGE'
  if (code.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'ANSWER_NOT_READABLE'
  const timedOut = error instanceof Error && (error.name === 'TimeoutError' || code.endsWith('_TIMEOUT'))
  return timedOut ? 'TIMED_OUT' : 'CONNECTION_LOST'
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : codeOf(error.cause)
}
