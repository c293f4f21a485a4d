import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { Fault } from '../../platform/errors/fault.ts'
import { loginRefused } from './errors.ts'
import { NotBelieved } from './untrusted-issuer-response.ts'

/** OAuth errors about the issuer or our client, and not about the person. */
const aboutTheIssuer = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client'])

/** A refresh token must never return another person than the one it was issued to. */
export const ANOTHER_PERSON = 'ANOTHER_PERSON'

/** The meaning of a failed exchange: the issuer was unavailable, or its response is not trusted. */
export function judgeFailure(error: unknown): IssuerUnavailable | Fault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof IssuerUnavailable) return cause
    if (cause instanceof NotBelieved) return loginRefused({ cause })
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (aboutTheIssuer.has(error.error)) return new IssuerUnavailable(error)
    return loginRefused({ members: { issuer_error: readCode(error.error) } })
  }
  // Only the code of the library's error, because the error also contains tokens.
  return loginRefused({ cause: new NotBelieved((error as { code?: string }).code ?? 'UNKNOWN') })
}

/** Whether the issuer says that the login has ended. An untrusted response says nothing. */
export function isEnded(error: unknown): boolean {
  if (error instanceof NotBelieved) return error.code === ANOTHER_PERSON
  return error instanceof ResponseBodyError && !aboutTheIssuer.has(error.error)
}

/** A protocol code. Other text in its place comes from an unknown author and is not repeated. */
function readCode(code: string): string {
  return /^[a-z_]{1,64}$/.test(code) ? code : 'unknown'
}
