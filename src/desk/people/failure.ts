import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { Fault } from '../../base/errors/fault.ts'
import { IssuerUnavailable } from '../../gate/auth/issuer-keys.ts'
import { loginRefused } from './errors.ts'
import { NotBelieved } from './not-believed.ts'

/** What the issuer says of itself, or of us, and not of who is logging in. */
const aboutTheIssuer = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client'])

/** A refresh token never speaks for anybody but who it was given for. */
export const ANOTHER_PERSON = 'ANOTHER_PERSON'

/** What a failed exchange means: the issuer could not be asked, or what it said is not believed. */
export function judgeFailure(error: unknown): IssuerUnavailable | Fault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof IssuerUnavailable) return cause
    if (cause instanceof NotBelieved) return loginRefused({ cause })
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (aboutTheIssuer.has(error.error)) return new IssuerUnavailable(error)
    return loginRefused({ members: { issuer_error: readCode(error.error) } })
  }
  // Of what the library throws only the code: beside it lie the tokens.
  return loginRefused({ cause: new NotBelieved((error as { code?: string }).code ?? 'UNKNOWN') })
}

/** Whether the issuer says that what began with the log-in is over. An answer that cannot be believed says nothing. */
export function isEnded(error: unknown): boolean {
  if (error instanceof NotBelieved) return error.code === ANOTHER_PERSON
  return error instanceof ResponseBodyError && !aboutTheIssuer.has(error.error)
}

/** A code of the protocol. Whatever else stands there was written by somebody whose words we do not repeat. */
function readCode(code: string): string {
  return /^[a-z_]{1,64}$/.test(code) ? code : 'unknown'
}
