import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalReason } from '../../http/auth/auth-failure-reason.ts'
import { loginNeeded } from './errors.ts'

export const SESSION_COOKIE = '__Host-eclusa-desk'

/**
 * The prefix binds a cookie to this host and to a secure connection, so a host that controls the parent domain cannot set it.
 * Lax and not Strict: the redirect from the issuer comes from another site, and with Strict the first page after login would have no session.
 * Lax allows navigations, which only read. Writes are protected by their Origin.
 */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const cleared = (name: string) => `${name}=; ${attributes}; Max-Age=0`

export function setCookie(reply: FastifyReply, name: string, value: string, seconds: number): void {
  reply.header('set-cookie', `${name}=${value}; ${attributes}; Max-Age=${seconds}`)
}

export function clearCookie(reply: FastifyReply, name: string): void {
  reply.header('set-cookie', cleared(name))
}

/** A cookie that is no longer valid is deleted, so that it is not sent again. */
export const sessionEnded = () =>
  loginNeeded({
    headers: { 'set-cookie': cleared(SESSION_COOKIE) },
    logged: { reason: 'SESSION_ENDED' satisfies RefusalReason },
  })

/** The cookies with such a name, in the order in which they were sent. */
export function readCookies({ headers }: FastifyRequest, isWanted: (name: string) => boolean): [string, string][] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    return at > 0 && isWanted(name) ? [[name, pair.slice(at + 1).trim()] as [string, string]] : []
  })
}
