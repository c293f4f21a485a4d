import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { Settings } from '../../base/config/settings.ts'
import { uuidv7 } from '../../base/ids.ts'
import { readCookies, SESSION_COOKIE, setCookie } from './cookies.ts'
import { hashOf } from './identify.ts'
import type { Seen } from './issuer.ts'
import type { People } from './open-people.ts'
import { endSessionByToken, insertSession } from './session-store.ts'
import type { peopleSettings } from './settings.ts'

export interface LoginServices {
  pool: pg.Pool
  clock: Clock
  settings: Settings<typeof peopleSettings>
  people: People
}

/** A session of its own for each log-in: whatever cookie was there before ends, and nobody's choice becomes a token. */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, clock, settings, people }: LoginServices,
  { refresh_token, ...seen }: Seen,
): Promise<void> {
  const id = uuidv7()
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const seconds = settings.DESK_SESSION_HOURS * 3600
  await insertSession(pool, {
    ...seen,
    id,
    token_hash: hashOf(token),
    refresh_token: refresh_token === undefined ? null : people.tokenSeal.close(Buffer.from(refresh_token), id),
    network: request.ip,
    now,
    ends_at: new Date(now.getTime() + seconds * 1000),
  })
  for (const earlier of sentSessions(request)) await endSessionByToken(pool, hashOf(earlier))
  setCookie(reply, SESSION_COOKIE, token, seconds)
}

export function sentSessions(request: FastifyRequest): string[] {
  return readCookies(request, (name) => name === SESSION_COOKIE).map(([, value]) => value)
}
