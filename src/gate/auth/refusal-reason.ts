import { errors, type JWTPayload } from 'jose'
import type { Fault } from '../../base/errors/fault.ts'
import { credentialsRefused } from '../faults.ts'

/**
 * Why a credential was refused. It stands in the log and among the metrics, for whoever runs the gateway; who is refused is
 * never told, since what is almost right would be told from what is not.
 */
const refusalReasons = [
  'NOT_A_TOKEN',
  'TOKENS_NOT_TAKEN',
  'MALFORMED',
  'ALGORITHM_NOT_ALLOWED',
  'UNKNOWN_KEY',
  'WRONG_SIGNATURE',
  'BRINGS_ITS_OWN_KEY',
  'WRONG_ISSUER',
  'WRONG_AUDIENCE',
  'WRONG_TYPE',
  'EXPIRED',
  'NOT_YET_VALID',
  'ISSUED_IN_THE_FUTURE',
  'LIFETIME_TOO_LONG',
  'SENDER_CONSTRAINED',
  'CLAIM_MISSING',
  'SUBJECT_NOT_KNOWN',
  'SUBJECT_IS_PAIRWISE',
  'USER_NOT_ACTIVE',
  'NOT_AN_API_KEY',
  'API_KEY_SENT_AS_TOKEN',
  'API_KEY_OF_OTHER_INSTALLATION',
  'API_KEY_UNKNOWN_OR_REVOKED',
  'SESSION_ENDED',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** What else is kept of a refused credential: the id inside a key, or that of a token whose signature held. */
interface Seen {
  key_id?: string | undefined
  token_id?: string | undefined
  members?: Record<string, unknown>
}

/** The same answer for all of them. */
export function refused(reason: RefusalReason, { members, ...seen }: Seen = {}): Fault {
  return credentialsRefused({ logged: { reason, ...seen }, ...(members && { members }) })
}

/** Of a request that was refused for its credential; undefined when it was not. */
export function reasonOf(refusal: Fault | undefined): string | undefined {
  if (!refusal || (refusal.declaration.status !== 401 && refusal.declaration.code !== 'CREDENTIALS_AMBIGUOUS'))
    return undefined
  return refusal.particulars.logged?.reason ?? refusal.declaration.code
}

const ofClaim: Record<string, RefusalReason> = {
  iss: 'WRONG_ISSUER',
  aud: 'WRONG_AUDIENCE',
  typ: 'WRONG_TYPE',
  nbf: 'NOT_YET_VALID',
}

/** What the library found wrong with a token. Claims are looked at once the signature holds, so that its id is true. */
export function refusedToken(error: unknown): Fault {
  if (error instanceof errors.JWTExpired) return refused('EXPIRED', { token_id: tokenId(error.payload) })
  if (error instanceof errors.JWTClaimValidationFailed)
    return refused(ofClaim[error.claim] ?? 'CLAIM_MISSING', { token_id: tokenId(error.payload) })
  if (error instanceof errors.JOSEAlgNotAllowed) return refused('ALGORITHM_NOT_ALLOWED')
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refused('UNKNOWN_KEY')
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused('WRONG_SIGNATURE')
  return refused('MALFORMED')
}

/** What an issuer calls one of its tokens, where it can be printed. */
export function tokenId({ jti }: JWTPayload): string | undefined {
  return typeof jti === 'string' && /^[\x21-\x7e]{1,128}$/.test(jti) ? jti : undefined
}
