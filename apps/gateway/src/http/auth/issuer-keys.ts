import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { type Check, degraded, ready } from '../../platform/http/readiness.ts'
import { discover, fetchJson } from './discovery.ts'

/** An unknown key id triggers a fetch at most this often, so that invented ids cannot put load on the issuer. */
const MISS_REFRESH_MS = 30_000
/** Known keys are refreshed in the background after this long, so that a withdrawn key stops working. */
const STALE_AFTER_MS = 300_000
/** While an issuer is down its tokens stay valid for this long, but not forever. */
const UNUSABLE_AFTER_MS = 24 * 3_600_000

const noKeysOf = (setting: string) => ({
  reason: 'the keys of the issuer could not be fetched, so that no token can be verified; API keys are',
  action: `check that the identity provider in ${setting} runs and is reachable from here`,
})

/** The issuer did not respond, so a token can be neither accepted nor rejected. */
export class IssuerUnavailable extends Error {
  constructor(cause?: unknown) {
    super('the token issuer did not answer', { cause })
    this.name = 'IssuerUnavailable'
  }
}

export type KeySource = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

export interface IssuerKeys {
  keyFor: KeySource
  /** Readiness of token verification, now and for the next hours. Fetches the keys when there are none, or only old ones. */
  check: Check
}

/** Signing keys of one issuer (JWKS), found by `kid` in that issuer's own key set and nowhere else. */
export function createIssuerKeys(issuer: string, clock: Clock, setting = 'OIDC_ISSUER'): IssuerKeys {
  const noKeys = noKeysOf(setting)
  let keys: { ids: Set<string>; fetchedAt: number; find: ReturnType<typeof createLocalJWKSet> } | undefined
  let lastMiss = { at: Number.NEGATIVE_INFINITY, answered: true }
  let refreshing: Promise<void> | undefined

  /** Single-flight: concurrent callers share one fetch. */
  function refresh(): Promise<void> {
    refreshing ??= fetchKeys(issuer)
      .then((set) => {
        const ids = new Set(set.keys.flatMap((key) => key.kid ?? []))
        keys = { ids, fetchedAt: clock.now().getTime(), find: createLocalJWKSet(set) }
      })
      .catch((error: unknown) => {
        throw new IssuerUnavailable(error)
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  /**
   * The age of the keys. With a time in the future (the clock was set back) they are fetched again, and are still valid
   * meanwhile.
   */
  const since = (then: number) => {
    const elapsed = clock.now().getTime() - then
    return elapsed < 0 ? STALE_AFTER_MS + 1 : elapsed
  }

  return {
    async keyFor(header, token) {
      const { kid } = header
      if (!kid) throw new errors.JWKSNoMatchingKey()
      if (!keys || since(keys.fetchedAt) > UNUSABLE_AFTER_MS) await refresh()
      else if (!keys.ids.has(kid)) {
        if (refreshing) await refreshing
        else if (since(lastMiss.at) >= MISS_REFRESH_MS) {
          lastMiss = { at: clock.now().getTime(), answered: false }
          await refresh()
          lastMiss.answered = true
        }
        // The issuer did not respond, so an unknown key here proves nothing yet.
        if (!keys.ids.has(kid) && !lastMiss.answered) throw new IssuerUnavailable()
      } else if (since(keys.fetchedAt) > STALE_AFTER_MS) refresh().catch(() => {})
      if (!keys?.ids.has(kid)) throw new errors.JWKSNoMatchingKey()
      return keys.find(header, token)
    },
    check: {
      name: 'issuer',
      unanswered: noKeys,
      // Degraded and not unready: tokens get 503 but API keys still work, so keep this process in rotation.
      around: true,
      async look() {
        if (!keys || since(keys.fetchedAt) > STALE_AFTER_MS) await refresh().catch(() => {})
        if (!keys || since(keys.fetchedAt) > UNUSABLE_AFTER_MS) return degraded(noKeys.reason, noKeys.action)
        if (since(keys.fetchedAt) <= STALE_AFTER_MS) return ready
        const asOf = new Date(keys.fetchedAt).toISOString()
        return degraded(`the issuer does not respond: its keys are those of ${asOf}, valid for a day`, noKeys.action)
      },
    },
  }
}

async function fetchKeys(issuer: string): Promise<JSONWebKeySet> {
  const { jwks_uri } = await discover(issuer)
  return (await fetchJson(String(jwks_uri))) as unknown as JSONWebKeySet
}
