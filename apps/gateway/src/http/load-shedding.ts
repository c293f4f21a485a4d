import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { defaultLanguage, languageOfTag } from '../platform/language.ts'
import { credentialOf } from './auth/authenticate.ts'
import { unavailable } from './faults.ts'
import { overloadRefusals, requestDuration } from './metrics.ts'
import { bareProblem } from './raw-problem-response.ts'
import type { Gate } from './services.ts'

const OPERATION = /^\/v\d+\//
const full = unavailable()
/** Concurrent requests at which even a user without any is rejected, because the database cannot serve more in time. */
const UNDER_WAY_MAX = 1_000

/**
 * Load shedding before everything else: under overload a known caller gets 503 before the request is routed, its credential
 * verified or its body read, and without a log line for each. The queue for the database is shared fairly between users:
 * only a user with at least an equal share of the concurrent requests is rejected, so a caller beside a flood is served.
 * Unknown callers would retry at once, so they stay in their own queues.
 */
export function refuseEarly(
  { docsUrl, metrics, strangers }: Pick<Gate, 'docsUrl' | 'metrics' | 'strangers'>,
  isFull: () => boolean,
  handle: RequestListener,
): RequestListener {
  /** Unfinished requests of this process, by user. */
  const underWay = new Map<string, number>()
  let total = 0

  const hasItsShare = (user_id: string) => {
    const own = underWay.get(user_id)
    return own === undefined ? total >= UNDER_WAY_MAX : own >= total / underWay.size
  }
  const finish = (user_id: string) => {
    total -= 1
    const left = underWay.get(user_id)! - 1
    if (left > 0) underWay.set(user_id, left)
    else underWay.delete(user_id)
  }

  return (request, response) => {
    const credential = OPERATION.test(request.url!) ? credentialOf(request.headers) : undefined
    const user_id = credential === undefined ? undefined : strangers.userOf(credential)
    if (user_id === undefined) return handle(request, response)
    if (isFull() && hasItsShare(user_id)) {
      refuse(docsUrl, request, response)
      metrics.observe(requestDuration, { door: 'api', operation: 'none', status: 503, credential: 'none' }, 0)
      metrics.count(overloadRefusals, {})
      return
    }
    total += 1
    underWay.set(user_id, (underWay.get(user_id) ?? 0) + 1)
    response.once('close', () => finish(user_id))
    handle(request, response)
  }
}

function refuse(docsUrl: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const language = languageOfTag(headers['x-lang']) ?? defaultLanguage
  const { headers: said, body } = bareProblem(full, language, docsUrl)
  response.writeHead(503, { ...said, 'retry-after': '1' }).end(body)
}
