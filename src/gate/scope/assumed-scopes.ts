import type { Asked } from './resolve-scope.ts'
import type { Scope } from './scope.ts'

/** Some hundred bytes each; who has not asked for the longest is forgotten first. */
const KNOWN_MAX = 10_000

/** What was assumed of a caller is not so any more. Nothing was given out and nothing written: it is asked for anew. */
export class ScopeMoved extends Error {
  override readonly name = 'ScopeMoved'
}

/**
 * The scope each caller had when it last asked so. It saves a round trip and grants nothing: the transaction that is opened
 * under it has the database say the same once more, in the flush in which it asks for its rows, before any is given out.
 */
export interface AssumedScopes {
  recall(asked: Asked): Scope | undefined
  keep(asked: Asked, scope: Scope): void
  forget(asked: Asked): void
}

const keyOf = ({ caller, product, target, wallet }: Asked) => `${caller.user_id} ${product} ${target} ${wallet}`

export function openAssumedScopes(): AssumedScopes {
  const known = new Map<string, Scope>()
  return {
    recall(asked) {
      const key = keyOf(asked)
      const scope = known.get(key)
      // The order of a Map is that of its insertions.
      if (scope && known.delete(key)) known.set(key, scope)
      return scope
    },
    keep(asked, scope) {
      known.set(keyOf(asked), scope)
      if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
    },
    forget: (asked) => void known.delete(keyOf(asked)),
  }
}
