import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { type RefusalReason, refused, refusedToken, tokenId } from './auth-failure-reason.ts'
import { hashOf } from './credential-hash.ts'
import type { KeySource } from './issuer-keys.ts'

const TOKEN_LENGTH_MAX = 8_192
const CACHED_TOKENS_MAX = 20_000
/**
 * A verified token is accepted this long without checking its signature again. A withdrawn key therefore works this much
 * longer.
 */
const BELIEVED_MS = 60_000
const CLOCK_TOLERANCE_SECONDS = 5

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface TokenRules {
  issuer: string
  audience: string
  algorithms: string[]
  type: string
  /** Longest allowed exp - iat. */
  lifeMaxSeconds: number
}

/** The user a platform token belongs to, and the client it was issued to, where the issuer names it. */
export interface TokenSubject {
  user_id: string
  client_id: string | undefined
  /** The `jti`, where the issuer sets it. */
  token_id: string | undefined
}

/** Returns the subject of a platform token, or rejects it. */
export type VerifyToken = (token: string, hash?: string) => Promise<TokenSubject>

/** The subject in the claims of a token with a valid signature, or undefined where they name none. */
type ReadClaims<Subject> = (claims: JWTPayload & { sub: string }, hash: string) => Subject | undefined

export function createTokenVerifier(rules: TokenRules, keyFor: KeySource, clock: Clock): VerifyToken {
  return createClaimsVerifier(rules, keyFor, clock, ({ sub, client_id, azp, ...rest }) => {
    const user_id = sub.toLowerCase()
    if (!uuid.test(user_id)) return undefined
    return { user_id, client_id: readClient(client_id ?? azp), token_id: tokenId(rest) }
  })
}

/** RFC 9068 calls it client_id, OpenID azp. A value that is not printable is not a client name. */
function readClient(client: unknown): string | undefined {
  return typeof client === 'string' && /^[\x21-\x7e]{1,128}$/.test(client) ? client : undefined
}

/** The same for tokens of subjects other than users of the gateway. */
export function createClaimsVerifier<Subject extends {}>(
  rules: TokenRules,
  keyFor: KeySource,
  clock: Clock,
  read: ReadClaims<Subject>,
): (token: string, hash?: string) => Promise<Subject> {
  const believed = new LRUCache<string, { subject: Subject; until: number }>({ max: CACHED_TOKENS_MAX })

  return async (token, hash = hashOf(token)) => {
    if (token.length > TOKEN_LENGTH_MAX) throw refused('MALFORMED')
    const now = clock.now().getTime()
    const cached = believed.get(hash)
    // Further in the future than it was set: the clock was set back, so the token is verified again.
    if (cached && cached.until > now && cached.until <= now + BELIEVED_MS) return cached.subject

    const claims = await verify(token, rules, keyFor, clock)
    const subject = read(claims, hash)
    if (subject === undefined) throw refused('SUBJECT_NOT_KNOWN', { token_id: tokenId(claims) })
    believed.set(hash, { subject, until: Math.min(claims.exp * 1000, now + BELIEVED_MS) })
    return subject
  }
}

async function verify(token: string, rules: TokenRules, keyFor: KeySource, clock: Clock) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyFor, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: rules.algorithms,
      typ: rules.type,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: clock.now(),
    })
    // A token that brings its own key, or names a URL for one, is rejected even when its signature is valid.
    if (['jwk', 'jku', 'x5u', 'x5c'].some((member) => member in protectedHeader))
      throw refused('BRINGS_ITS_OWN_KEY', { token_id: tokenId(payload) })
    const claims = payload as JWTPayload & { sub: string; exp: number; iat: number }
    const reason = unacceptable(claims, rules, clock)
    if (reason) throw refused(reason, { token_id: tokenId(payload) })
    return claims
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw refusedToken(error)
    throw error
  }
}

/** Claims that a signed token must not have. */
function unacceptable(
  { cnf, iat, exp }: JWTPayload & { iat: number; exp: number },
  { lifeMaxSeconds }: TokenRules,
  clock: Clock,
): RefusalReason | undefined {
  // Sender-constrained (RFC 9449, RFC 8705): without the proof it would be a bearer token and work for a thief.
  if (cnf !== undefined) return 'SENDER_CONSTRAINED'
  if (iat > clock.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) return 'ISSUED_IN_THE_FUTURE'
  return exp - iat > lifeMaxSeconds ? 'LIFETIME_TOO_LONG' : undefined
}
