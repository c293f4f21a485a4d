import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { refused } from '../../http/auth/auth-failure-reason.ts'
import { everySent } from '../../http/auth/authenticate.ts'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { UnknownCredentialGuard } from '../../http/auth/unknown-credential-guard.ts'
import { credentialsAmbiguous } from '../../http/faults.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { readCookies, SESSION_COOKIE, sessionEnded } from './cookies.ts'
import { refuseForeignWrite } from './csrf.ts'
import { issuerUnavailable, loginNeeded, personWithoutRole } from './errors.ts'
import type { Person } from './person.ts'
import type { LookAgain } from './refresh-session.ts'
import { findSession, type StoredSession, touchSession } from './session-store.ts'
import type { peopleSettings } from './settings.ts'

/** A session is written at most this often, because most requests of a person come in bursts. */
const TOUCH_MS = 60_000
/** How long an existing session may go on reading while the issuer does not respond. */
export const READ_ON_MS = 15 * 60_000
const token = /^[A-Za-z0-9_-]{43}$/
const bearer = /^Bearer ([A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+)$/i

/** Identifies the caller. A session may write only from the desk's own pages. */
export type Identify = (request: FastifyRequest, how?: Coming) => Promise<Person>

export interface Coming {
  /** A stream does not use the session: an unattended screen must not keep it alive. */
  watching?: boolean
}

export interface Identifying {
  pool: pg.Pool
  clock: Clock
  settings: Settings<typeof peopleSettings>
  strangers: UnknownCredentialGuard
  lookAgain: LookAgain
  /** Absent when no access token is accepted. */
  verifyToken: ((token: string) => Promise<Omit<Person, 'network'>>) | undefined
}

export function createIdentification({
  pool,
  clock,
  settings,
  strangers,
  lookAgain,
  verifyToken,
}: Identifying): Identify {
  const deskOrigin = new URL(settings.DESK_URL).origin
  const idleMs = settings.DESK_SESSION_IDLE_MINUTES * 60_000
  const checkMs = settings.DESK_ROLES_CHECK_SECONDS * 1000

  const byToken = async (request: FastifyRequest, authorization: string): Promise<Person> => {
    const value = bearer.exec(authorization)?.[1]
    if (value === undefined) return strangers.turnAway(request, refused('NOT_A_TOKEN'))
    if (!verifyToken) return strangers.turnAway(request, refused('TOKENS_NOT_TAKEN'))
    let who: Omit<Person, 'network'> | undefined
    const verify = async () => {
      who = await verifyToken(value)
      return who.id
    }
    await strangers.judge(request, { kind: 'platform_token', value, verify }, () => {})
    return { ...who!, network: request.ip }
  }

  const bySession = async (request: FastifyRequest, value: string, how: Coming): Promise<Person> => {
    refuseForeignWrite(request, deskOrigin)
    const now = await lookIfDue(request, await findLive(request, value, how))
    return {
      id: now.person_id,
      name: now.person_name,
      kind: 'person',
      roles: now.roles,
      auth_time: now.auth_time === null ? null : new Date(now.auth_time),
      acr: now.acr,
      credential_id: now.id,
      network: request.ip,
    }
  }

  const findLive = async (request: FastifyRequest, value: string, { watching }: Coming): Promise<StoredSession> => {
    if (!token.test(value)) return strangers.turnAway(request, sessionEnded())
    let session: StoredSession | undefined
    const verify = async () => {
      const now = clock.now()
      session = await findSession(pool, hashOf(value), { now, idleMs })
      if (!session) throw sessionEnded()
      const unseen = now.getTime() - Date.parse(session.seen_at)
      if (!watching && unseen >= TOUCH_MS) await touchSession(pool, session.id, now)
      return session.id
    }
    await strangers.judge(request, { kind: 'session', value, verify }, () => {})
    return session!
  }

  const lookIfDue = async ({ method }: FastifyRequest, session: StoredSession): Promise<StoredSession> => {
    const age = clock.now().getTime() - Date.parse(session.looked_at)
    // A time in the future (the clock was set back) has an unknown age.
    if (age >= 0 && age <= checkMs) return session
    try {
      return await lookAgain(session)
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error
      const reads = method === 'GET' || method === 'HEAD'
      if (reads && age >= 0 && age <= checkMs + READ_ON_MS) return session
      throw issuerUnavailable({ headers: { 'retry-after': '10' } })
    }
  }

  return async (request, how = {}) => {
    const tokens = everySent(request, 'authorization')
    const sessions = readCookies(request, (name) => name === SESSION_COOKIE)
    if (tokens.length + sessions.length > 1) return strangers.turnAway(request, credentialsAmbiguous())
    const [authorization] = tokens
    const [session] = sessions
    if (authorization === undefined && session === undefined) return strangers.turnAway(request, loginNeeded())
    const person = await (authorization === undefined
      ? bySession(request, session![1], how)
      : byToken(request, authorization))
    if (person.roles.length === 0) throw personWithoutRole()
    return person
  }
}

/** The database has only this hash of the cookie. */
export function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
