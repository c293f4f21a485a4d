import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, readerLanguage } from '../../base/language.ts'
import { networkOf, openCounters } from '../../gate/limits.ts'
import type { LivenessAddresses, LivenessKey } from '../onboarding/liveness/address.ts'
import type { LivenessPages } from './render-page.ts'

/** Addresses that open nothing, by where they are tried from. A person mistypes one; nobody mistypes thirty in a minute. */
const GUESSES_PER_MINUTE = 30
/** Requests of one good address: a video in fifty parts, and every part lost several times. */
const REQUESTS_PER_MINUTE = 400
/** A refusal takes at least this long, so that its time tells no more than its words. */
const REFUSAL_MS = 60

/**
 * Who comes in. A token is verified before anything is looked up; whatever is wrong with it, the answer is one page. Good
 * addresses are not held up by the bad ones of others: many phones share one address of the network.
 */
export interface Door {
  /** What the token in the address leads to, or undefined when the gateway never made it. */
  keyOf(request: FastifyRequest): LivenessKey | undefined
  /** The one answer to everything that opens nothing, counted as a guess. */
  refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Whether this good address has been asked for too often; then it was answered. */
  isBusy(key: LivenessKey, request: FastifyRequest, reply: FastifyReply): boolean
}

export function openDoor(addresses: LivenessAddresses, pages: LivenessPages): Door {
  const countGuess = openCounters()
  const countRequest = openCounters()

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

/** The answer to everything that opens nothing, and is no guess. */
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
