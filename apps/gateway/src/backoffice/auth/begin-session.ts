import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { writeJournal } from '../audit-log/write-audit-log.ts'
import { clearCookie, readCookies, SESSION_COOKIE, setCookie } from './cookies.ts'
import type { People } from './create-auth.ts'
import { hashOf } from './identify.ts'
import type { CurrentIdentity } from './issuer.ts'
import { endSessionByToken, insertSession, type StoredSession } from './session-store.ts'
import type { peopleSettings } from './settings.ts'

export interface LoginServices {
  pool: pg.Pool
  clock: Clock
  settings: Settings<typeof peopleSettings>
  people: People
}

/**
 * A new session for each login (session fixation): the session of a cookie from before ends, so a planted value never
 * becomes a valid session.
 */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, clock, settings, people }: LoginServices,
  { refresh_token, ...seen }: CurrentIdentity,
): Promise<void> {
  const id = uuidv7()
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const seconds = settings.DESK_SESSION_HOURS * 3600
  await runTransaction(pool, {
    async work(tx) {
      await endSent(tx, request)
      insertSession(tx, {
        ...seen,
        id,
        token_hash: hashOf(token),
        refresh_token: refresh_token === undefined ? null : people.tokenSeal.close(Buffer.from(refresh_token), id),
        network: request.ip,
        now,
        ends_at: new Date(now.getTime() + seconds * 1000),
      })
      note(tx, request, 'logIn', { ...seen, id })
    },
  })
  setCookie(reply, SESSION_COOKIE, token, seconds)
}

/** Logout: ends the session of the request's cookie. */
export async function leave(request: FastifyRequest, reply: FastifyReply, { pool }: LoginServices): Promise<void> {
  await runTransaction(pool, { work: (tx) => endSent(tx, request) })
  clearCookie(reply, SESSION_COOKIE)
}

async function endSent(tx: Transaction, request: FastifyRequest): Promise<void> {
  for (const [, token] of readCookies(request, (name) => name === SESSION_COOKIE)) {
    const ended = await endSessionByToken(tx, hashOf(token))
    if (ended) note(tx, request, 'logOut', ended)
  }
}

/** Who was at the desk, from where and in which roles, is asked in audits long after the session has ended. */
function note(
  tx: Transaction,
  { id: request_id, ip }: FastifyRequest,
  operation: 'logIn' | 'logOut',
  { id, person_id, person_name, roles }: Pick<StoredSession, 'id' | 'person_id' | 'person_name' | 'roles'>,
): void {
  writeJournal(tx, undefined, {
    actor_id: person_id,
    actor_name: person_name,
    actor_kind: 'person',
    role: roles.join('+'),
    credential_id: id,
    network: ip,
    operation,
    reason: null,
    user_id: null,
    subject_type: 'desk_session',
    subject_id: id,
    proposal_id: null,
    request_id,
    changes: { roles },
    sealed: null,
    records: [],
  })
}
