import { type Fault, renderProblem } from '../platform/errors/fault.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { Language } from '../platform/language.ts'

interface BareProblem {
  request_id: string
  headers: Record<string, string | number>
  body: string
}

/** A problem response for a request without a route or a reply object, with the headers of every response. */
export function bareProblem(refusal: Fault, language: Language, docsUrl: string): BareProblem {
  const request_id = uuidv7()
  const body = JSON.stringify(renderProblem(refusal, language, request_id, docsUrl))
  return {
    request_id,
    headers: {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'content-language': language,
      'cache-control': 'no-store',
      'x-request-id': request_id,
      'x-content-type-options': 'nosniff',
    },
    body,
  }
}
