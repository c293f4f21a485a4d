import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { requestMalformed } from './faults.ts'

/** Every number that bounds a request before anyone knows who sent it. */
export const BODY_BYTES_MAX = 64 * 1024
/** How deep a JSON body may nest. No schema of ours goes half as deep, and what walks a body walks it by recursion. */
export const BODY_DEPTH_MAX = 32
export const URL_LENGTH_MAX = 2_048
export const HEADER_BYTES_MAX = 16 * 1024
/** How long a request may take to arrive; and one whose body is streamed on as it comes. */
export const REQUEST_TIMEOUT_MS = 30_000
export const STREAM_TIMEOUT_MS = 10 * 60_000
/** How long a caller may send nothing of a body that is awaited, and how long the rest of one that is not is let go by. */
export const SILENCE_MS = 10_000
const LINGER_MS = 2_000
export const KEEP_ALIVE_MS = 72_000
const WINDOW_MS = 60_000
/** Counters kept at a time: made-up networks push out each other, not memory. */
const COUNTED_MAX = 50_000

/**
 * Counts by key, a minute at a time: how many there were, and how many seconds until the count begins anew. The minute is
 * one of the process and not of the host, whose clock may be set back by hours.
 */
export function openCounters(): (key: string, more?: number) => { used: number; seconds: number } {
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
 * The server itself lets every body take as long as the longest may; this holds all but those to the shorter time, and says so. What was
 * answered before its end, as a refusal is, goes by unread for a moment, so that its caller hears the answer and not a broken
 * connection. Then it is cut off: a stranger would otherwise keep it open for as long as the longest body may take.
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
    // To whoever reads it; where nobody does, an answer is on its way already.
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

/** Where somebody is, as far as it can be told: an IPv6 address is one of the many that a single subscriber is given. */
export function networkOf(ip: string): string {
  return networks.memo(ip)
}

function readNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()
}
