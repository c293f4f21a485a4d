import { isAmbiguous } from '../platform/http/ambiguous-path.ts'
import { URL_LENGTH_MAX } from './limits.ts'

/** URL prefixes with their own 404 response, for example the liveness page. */
export interface NotFoundPrefix {
  /** Their prefix. It contains nothing that needs an escape. */
  within: `/${string}`
  /** An unknown address under the prefix. */
  nowhere: `/${string}`
}

/**
 * An address longer than any of ours gets 404 before it is parsed, and so does an ambiguous one. Under a prefix the same
 * holds for a path with escapes, because Fastify would reject some of those with its own error.
 */
export function rewriteToNotFound(url: string, quarters: NotFoundPrefix[]): string {
  const quarter = quarters.find(({ within }) => url.startsWith(within))
  const astray = url.length > URL_LENGTH_MAX || isAmbiguous(url) || (quarter && url.split('?', 1)[0]!.includes('%'))
  return astray ? (quarter?.nowhere ?? '/') : url
}
