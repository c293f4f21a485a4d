import { isAmbiguous } from '../base/http/ambiguous-path.ts'
import { URL_LENGTH_MAX } from './limits.ts'

/** Addresses with an answer of their own to whatever leads nowhere, such as those of a page that people open. */
export interface Quarter {
  /** How they all begin. None of them has anything to escape. */
  within: `/${string}`
  /** One of them that leads nowhere. */
  nowhere: `/${string}`
}

/**
 * An address longer than any of ours leads nowhere, before anything reads it, and so does one that is ambiguous. Within a
 * quarter so does one with escapes in its path: the framework would refuse some of those in words of its own.
 */
export function leadAstray(url: string, quarters: Quarter[]): string {
  const quarter = quarters.find(({ within }) => url.startsWith(within))
  const astray = url.length > URL_LENGTH_MAX || isAmbiguous(url) || (quarter && url.split('?', 1)[0]!.includes('%'))
  return astray ? (quarter?.nowhere ?? '/') : url
}
