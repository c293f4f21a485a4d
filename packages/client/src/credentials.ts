/** A platform token and its expiry, which a JWT contains. */
export type Token = string | { token: string; expiresAt: Date | number }

/** Source of tokens: called again shortly before one expires, and when the gateway rejects one. */
export type TokenSource = () => Token | Promise<Token>

export interface Credentials {
  headers(): Promise<Record<string, string>>
  /** Discards a rejected credential. Returns whether another may work. */
  renew(refused: Record<string, string>): boolean
}

/** A token is renewed before it could expire on the way. */
const MARGIN_MS = 30_000

interface CachedHeaders {
  headers: Promise<Record<string, string>>
  given?: Record<string, string>
  until: number
}

export function byToken(source: TokenSource): Credentials {
  let held: CachedHeaders | undefined
  async function ask(asked: CachedHeaders): Promise<Record<string, string>> {
    const token = await source()
    asked.until = expiryOf(token) - MARGIN_MS
    asked.given = { authorization: `Bearer ${typeof token === 'string' ? token : token.token}` }
    return asked.given
  }
  return {
    async headers() {
      if (held && held.until > Date.now()) return held.headers
      // Single-flight: concurrent callers share one request. A failure is not cached.
      const asked: CachedHeaders = { headers: Promise.resolve({}), until: Number.POSITIVE_INFINITY }
      held = asked
      asked.headers = ask(asked)
      return asked.headers.catch((error: unknown) => {
        if (held === asked) held = undefined
        throw error
      })
    },
    renew(refused) {
      // If another caller already fetched a new token, it is used.
      if (held?.given === refused) held = undefined
      return true
    },
  }
}

export function byKey(apiKey: string): Credentials {
  const headers = { 'x-api-key': apiKey }
  return { headers: async () => headers, renew: () => false }
}

/** In milliseconds since 1970. Never, when there is no expiry. */
function expiryOf(given: Token): number {
  if (typeof given !== 'string') return Number(given.expiresAt)
  try {
    const [, payload = ''] = given.split('.')
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
