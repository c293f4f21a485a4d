/** A platform token, and until when it may be used. A JWT says so itself. */
export type Token = string | { token: string; expiresAt: Date | number }

/** Where tokens come from: asked again shortly before one expires, and when the gateway refuses one. */
export type TokenSource = () => Token | Promise<Token>

export interface Credentials {
  headers(): Promise<Record<string, string>>
  /** Gives up what was refused. Whether there may be something better. */
  renew(refused: Record<string, string>): boolean
}

/** Nothing is sent that would run out on the way. */
const MARGIN_MS = 30_000

interface Held {
  headers: Promise<Record<string, string>>
  given?: Record<string, string>
  until: number
}

export function byToken(source: TokenSource): Credentials {
  let held: Held | undefined
  async function ask(asked: Held): Promise<Record<string, string>> {
    const token = await source()
    asked.until = expiryOf(token) - MARGIN_MS
    asked.given = { authorization: `Bearer ${typeof token === 'string' ? token : token.token}` }
    return asked.given
  }
  return {
    async headers() {
      if (held && held.until > Date.now()) return held.headers
      // Everybody who asks meanwhile waits for the same one. What could not be had is not kept.
      const asked: Held = { headers: Promise.resolve({}), until: Number.POSITIVE_INFINITY }
      held = asked
      asked.headers = ask(asked)
      return asked.headers.catch((error: unknown) => {
        if (held === asked) held = undefined
        throw error
      })
    },
    renew(refused) {
      // Who was refused while somebody else fetched another takes that one.
      if (held?.given === refused) held = undefined
      return true
    },
  }
}

export function byKey(apiKey: string): Credentials {
  const headers = { 'x-api-key': apiKey }
  return { headers: async () => headers, renew: () => false }
}

/** In milliseconds since 1970; never, where nothing is said. */
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
