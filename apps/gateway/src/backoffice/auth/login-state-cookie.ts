import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cipher } from '../../platform/encryption.ts'
import { clearCookie, readCookies, setCookie } from './cookies.ts'

/** How long a login at the issuer may take. */
const LOGIN_SECONDS = 600
/** Concurrent logins in tabs. Older ones are dropped, or the header would grow with every attempt. */
const AT_ONCE_MAX = 4
const PREFIX = '__Host-eclusa-login-'

/** Login state for the return from the issuer. The browser keeps it in an encrypted cookie; it is not stored here. */
export interface LoginUnderWay {
  state: string
  nonce: string
  verifier: string
  /** Whether the person has to authenticate again, and an earlier login is not enough. */
  fresh: boolean
  return_to: string
}

/** A cookie for each login, named after its state, so that two tabs do not overwrite each other's. */
const cookieOf = (state: string) => PREFIX + createHash('sha256').update(state).digest('hex').slice(0, 16)
const isOurs = (name: string) => name.startsWith(PREFIX)

export function keepLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { seal, now }: { seal: Cipher; now: Date },
  login: LoginUnderWay,
): void {
  const earlier = readCookies(request, isOurs)
  for (const [name] of earlier.slice(0, Math.max(0, earlier.length - AT_ONCE_MAX + 1))) clearCookie(reply, name)
  const name = cookieOf(login.state)
  const until = now.getTime() + LOGIN_SECONDS * 1000
  const sealed = seal.close(Buffer.from(JSON.stringify({ ...login, until })), name)
  setCookie(reply, name, sealed.toString('base64url'), LOGIN_SECONDS)
}

/** The login of this state. This response deletes its cookie, whatever the result: it is used once. */
export function takeLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { seal, now }: { seal: Cipher; now: Date },
  state: string,
): LoginUnderWay | undefined {
  const name = cookieOf(state)
  const [kept] = readCookies(request, (given) => given === name)
  if (!kept) return undefined
  clearCookie(reply, name)
  try {
    const opened = seal.open(Buffer.from(kept[1], 'base64url'), name).toString()
    const { until, ...login } = JSON.parse(opened) as LoginUnderWay & { until: number }
    return login.state === state && until > now.getTime() ? login : undefined
  } catch {
    return undefined
  }
}
