import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { Fault } from '../../base/errors/fault.ts'
import { IssuerUnavailable } from '../../gate/auth/issuer-keys.ts'
import { loginRefused } from './errors.ts'

/** What the issuer says of itself, or of us, and not of who is logging in. */
const aboutTheIssuer = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client'])

/** What a failed exchange means: the issuer could not be asked, or what it said is not believed. */
export function judgeFailure(error: unknown): IssuerUnavailable | Fault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof IssuerUnavailable) return cause
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (aboutTheIssuer.has(error.error)) return new IssuerUnavailable(error)
    return loginRefused({ members: { issuer_error: readCode(error.error) } })
  }
  return loginRefused({ cause: reasonOf(error) })
}

/** Whether the issuer says that what began with the log-in is over. An answer that cannot be believed says nothing. */
export function isEnded(error: unknown): boolean {
  return error instanceof AnotherPerson || (error instanceof ResponseBodyError && !aboutTheIssuer.has(error.error))
}

/** A refresh token never speaks for anybody but who it was given for. */
export class AnotherPerson extends Error {
  constructor() {
    super('the subject is another')
    this.name = 'AnotherPerson'
  }
}

/** A code of the protocol. Whatever else stands there was written by somebody whose words we do not repeat. */
function readCode(code: string): string {
  return /^[a-z_]{1,64}$/.test(code) ? code : 'unknown'
}

/** For the log: what was wrong, without the tokens that the library keeps beside it. */
function reasonOf(error: unknown): Error {
  const { message, code } = error as Error & { code?: string }
  return new Error(code === undefined ? message : `${message} (${code})`)
}
