import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { requestMalformed } from './faults.ts'

/** Limits of a request before its caller is known. */
export const BODY_BYTES_MAX = 64 * 1024
/** How deep a JSON body may nest. Our schemas need less than half of it, and bodies are processed by recursion. */
export const BODY_DEPTH_MAX = 32
export const URL_LENGTH_MAX = 2_048
export const HEADER_BYTES_MAX = 16 * 1024
/** How long a request may take to arrive, and a request whose body is streamed on. */
export const REQUEST_TIMEOUT_MS = 30_000
export const STREAM_TIMEOUT_MS = 10 * 60_000
/** How long a caller may send nothing of an expected body, and how long the rest of an unneeded one is discarded. */
export const READ_TIMEOUT_MS = 10_000
const LINGER_MS = 2_000
export const KEEP_ALIVE_MS = 72_000
const WINDOW_MS = 60_000
/** Maximum number of counters: invented networks evict each other and do not fill the memory. */
const COUNTED_MAX = 50_000

/**
 * Fixed-window counters by key: the count of a minute, and the seconds until it starts again. It uses the monotonic clock,
 * because the clock of the host may be set back by hours.
 */
export function createCounters(): (key: string, more?: number) => { used: number; seconds: number } {
  const counters = new LRUCache<string, { used: number; resetsAt: number }>({ max: COUNTED_MAX })

  return (key, more = 1) => {
    const now = performance.now()
    let counter = counters.get(key)
    if (!counter || counter.resetsAt <= now) {
      counter = { used: 0, resetsAt: now + WINDOW_MS }
      counters.set(key, counter)
    }
    counter.used += more
    return { used: counter.used, seconds: Math.ceil((counter.resetsAt - now) / 1000) }
  }
}

/**
 * Slow-loris guard. Node's own timeout has to allow the longest body. This one holds all other bodies to the shorter time
 * and returns an error. The rest of a body whose request already got a response is discarded for a moment, so that the
 * caller receives that response and not a broken connection. Then the connection is closed. Otherwise an unknown caller
 * could keep it open for as long as the longest body may take.
 */
export function limitBodyTime(
  { raw, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  limitMs = REQUEST_TIMEOUT_MS,
): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  reply.raw.once('finish', () => {
    if (raw.complete) return
    raw.unpipe()
    raw.resume()
    unlessWhole(raw, LINGER_MS, () => raw.destroy())
  })
  if (routeOptions.config.streams) return
  unlessWhole(raw, limitMs, () => {
    // The reader of the body gets the error. Without a reader a response was already sent.
    if (raw.listenerCount('error') > 0) raw.emit('error', requestMalformed({ errors: [tooLate] }))
    unlessWhole(raw, LINGER_MS, () => raw.destroy())
  })
}

const tooLate = {
  pointer: '/body',
  code: 'ARRIVES',
  detail: {
    'pt-BR': `deve chegar inteiro em ${REQUEST_TIMEOUT_MS / 1000} segundos`,
    'en-US': `must arrive whole within ${REQUEST_TIMEOUT_MS / 1000} seconds`,
  },
}

function unlessWhole(raw: FastifyRequest['raw'], ms: number, then: () => void): void {
  const timer = setTimeout(then, ms)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

const networks = new LRUCache<string, string>({ max: COUNTED_MAX, memoMethod: readNetwork })

/** The network of an address: an IPv6 subscriber has many addresses, so the /64 counts. */
export function networkOf(ip: string): string {
  return networks.memo(ip)
}

function readNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()
}
