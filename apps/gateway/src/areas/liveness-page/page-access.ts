import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCounters, networkOf } from '../../http/limits.ts'
import { type Language, readerLanguage } from '../../platform/language.ts'
import type { LivenessAddresses, LivenessKey } from '../onboarding/liveness/address.ts'
import type { LivenessPages } from './render-page.ts'

/**
 * Rate limit per client network for addresses with an invalid token. A person mistypes one address, not thirty in a
 * minute.
 */
const GUESSES_PER_MINUTE = 30
/** Rate limit per valid address: a video in fifty parts, with several retries of every part. */
const REQUESTS_PER_MINUTE = 400
/** Minimum time of a rejection, so that its duration does not reveal the reason. */
const REFUSAL_MS = 60

/**
 * Access control of the page. The token is verified before any lookup, and every failure gets the same page. Guesses
 * do not slow down valid addresses, because many phones share one client address.
 */
export interface Door {
  /** The key in the address's token, or undefined when the gateway did not issue it. */
  keyOf(request: FastifyRequest): LivenessKey | undefined
  /** Sends the common not-found page, and counts the request as a guess. */
  refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Whether this valid address exceeded its rate limit. If so, the response was already sent. */
  isBusy(key: LivenessKey, request: FastifyRequest, reply: FastifyReply): boolean
}

export function createPageAccess(addresses: LivenessAddresses, pages: LivenessPages): Door {
  const countGuess = createCounters()
  const countRequest = createCounters()

  return {
    keyOf: ({ params }) => addresses.read((params as { token?: string }).token ?? ''),
    async refuse(request, reply) {
      const { used, seconds } = countGuess(networkOf(request.ip))
      return used > GUESSES_PER_MINUTE
        ? sendBusy(pages, request, reply, 429, seconds)
        : sendNothing(pages, request, reply)
    },
    isBusy({ liveness_id }, request, reply) {
      const { used, seconds } = countRequest(liveness_id)
      if (used <= REQUESTS_PER_MINUTE) return false
      void sendBusy(pages, request, reply, 429, seconds)
      return true
    },
  }
}

/** Sends the common not-found page without counting a guess. */
export async function sendNothing({ nothing }: LivenessPages, request: FastifyRequest, reply: FastifyReply) {
  await pause(Math.max(0, REFUSAL_MS - reply.elapsedTime))
  return sendPage(reply.code(404), nothing, languageOf(request))
}

export function sendBusy(
  { busy }: LivenessPages,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 429 | 503,
  seconds: number,
) {
  return sendPage(reply.code(status).header('retry-after', String(seconds)), busy, languageOf(request))
}

export function sendPage(reply: FastifyReply, texts: Record<Language, string>, language: Language): FastifyReply {
  return reply
    .header('content-language', language)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(texts[language])
}

export function languageOf({ query, headers }: FastifyRequest): Language {
  return readerLanguage((query as { lang?: unknown }).lang, headers['accept-language'])
}
