import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { defaultLanguage, isLanguage } from '../base/language.ts'
import { credentialOf } from './auth/authenticate.ts'
import { bareProblem } from './bare-problem.ts'
import { unavailable } from './faults.ts'
import { overloadRefusals, requestDuration } from './metrics.ts'
import type { Gate } from './services.ts'

const OPERATION = /^\/v\d+\//
const full = unavailable()

/**
 * Stands before everything else. When there is more to do than can be done, what costs least is to say so at once: before
 * the request is routed, its credential verified or its body read, and without a line in the log for each. So quick an
 * answer is for callers who are known; strangers would only ask again as quickly, and go the way of strangers.
 */
export function refuseEarly(
  { docsUrl, metrics, strangers }: Pick<Gate, 'docsUrl' | 'metrics' | 'strangers'>,
  isFull: () => boolean,
  handle: RequestListener,
): RequestListener {
  return (request, response) => {
    const credential = isFull() && OPERATION.test(request.url!) ? credentialOf(request.headers) : undefined
    if (credential === undefined || !strangers.knows(credential)) return handle(request, response)
    refuse(docsUrl, request, response)
    metrics.observe(requestDuration, { door: 'api', operation: 'none', status: 503, credential: 'none' }, 0)
    metrics.count(overloadRefusals, {})
  }
}

function refuse(docsUrl: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const given = headers['x-lang']
  const language = isLanguage(given) ? given : defaultLanguage
  const { headers: said, body } = bareProblem(full, language, docsUrl)
  response.writeHead(503, { ...said, 'retry-after': '1' }).end(body)
}
