import { errors, type JWTPayload } from 'jose'
import type { Fault } from '../../platform/errors/fault.ts'
import { credentialsRefused } from '../faults.ts'

/**
 * Why a credential was rejected. The reason is in the log and in the metrics, for the operator. It is not in the response,
 * where it would tell an attacker how close a guess was.
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

/** What else is logged of a rejected credential: the id in a key, or that of a token with a valid signature. */
interface CredentialIds {
  key_id?: string | undefined
  token_id?: string | undefined
  members?: Record<string, unknown>
}

/** One response for all of them. */
export function refused(reason: RefusalReason, { members, ...seen }: CredentialIds = {}): Fault {
  return credentialsRefused({ logged: { reason, ...seen }, ...(members && { members }) })
}

/** Of a request with a rejected credential. Undefined for others. */
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

/** Maps the library's error to a reason. Claims are checked after the signature, so the logged id is authentic. */
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

/** The `jti` of a token, if it is printable. */
export function tokenId({ jti }: JWTPayload): string | undefined {
  return typeof jti === 'string' && /^[\x21-\x7e]{1,128}$/.test(jti) ? jti : undefined
}
