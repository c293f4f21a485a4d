import type { CachedScope, ScopeRequest } from './resolve-scope.ts'

/** Some hundred bytes each. The least recently used is evicted first. */
const KNOWN_MAX = 10_000

/**
 * Scope cache: the last scope of each caller. It saves a round trip and grants nothing: a read compares the version in the
 * batch in which it reads its rows, and a write asserts it in its last batch.
 */
export interface AssumedScopes {
  recall(asked: ScopeRequest): CachedScope | undefined
  keep(scope: CachedScope): void
  forget(asked: ScopeRequest): void
}

/** By the credential too: what another key of the user has resolved says nothing about a key that was revoked before. */
const keyOf = ({ caller, product, target, wallet }: ScopeRequest) =>
  `${caller.user_id} ${caller.credential_id} ${product} ${target} ${wallet}`

export function createScopeCache(): AssumedScopes {
  const known = new Map<string, CachedScope>()
  return {
    recall(asked) {
      const key = keyOf(asked)
      const scope = known.get(key)
      // A Map iterates in insertion order, which makes it an LRU cache.
      if (scope && known.delete(key)) known.set(key, scope)
      return scope
    },
    keep(scope) {
      known.set(keyOf(scope.asked), scope)
      if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
    },
    forget: (asked) => void known.delete(keyOf(asked)),
  }
}
