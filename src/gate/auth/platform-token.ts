import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/clock.ts'
import { credentialsRefused } from '../faults.ts'
import type { KeySource } from './issuer-keys.ts'

const TOKEN_LENGTH_MAX = 8_192
const CACHED_TOKENS_MAX = 20_000
/** A verified token is believed this long without another look at its signature: the price of a withdrawn key. */
const BELIEVED_MS = 60_000
const CLOCK_TOLERANCE_SECONDS = 5

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface TokenRules {
  issuer: string
  audience: string
  algorithms: string[]
  type: string
}

/** Answers the user a platform token speaks for, or refuses. */
export type VerifyToken = (token: string) => Promise<string>

export function openTokenVerifier(rules: TokenRules, keyFor: KeySource, clock: Clock): VerifyToken {
  const believed = new LRUCache<string, { user_id: string; until: number }>({ max: CACHED_TOKENS_MAX })

  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX) throw credentialsRefused()
    // The cache holds hashes: a memory dump gives away no token.
    const hash = createHash('sha256').update(token).digest('base64')
    const now = clock.now().getTime()
    const cached = believed.get(hash)
    // Further ahead than it was ever set means that the clock was set back: it is looked at again.
    if (cached && cached.until > now && cached.until <= now + BELIEVED_MS) return cached.user_id

    const { user_id, expiresAt } = await verify(token, rules, keyFor, clock)
    believed.set(hash, { user_id, until: Math.min(expiresAt, now + BELIEVED_MS) })
    return user_id
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
    // A token that brings its own key, or says where to fetch one, is up to something even when its signature holds.
    const bringsKey = ['jwk', 'jku', 'x5u', 'x5c'].some((member) => member in protectedHeader)
    const user_id = payload.sub!.toLowerCase()
    if (bringsKey || !uuid.test(user_id)) throw credentialsRefused()
    return { user_id, expiresAt: payload.exp! * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw credentialsRefused({ cause: error })
    throw error
  }
}
