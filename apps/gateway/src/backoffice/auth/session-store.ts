import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { throwPassing } from '../../platform/db/database-errors.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Role } from '../role.ts'

/** Ended sessions deleted with each new one: more than one, so that they become fewer, and few, so that no login waits. */
const DROPPED_AT_ONCE = 100
/** How long a check blocks others, in case its process died. */
const LOOK = '10 seconds'

export interface StoredSession {
  id: string
  person_id: string
  subject: string
  person_name: string
  roles: Role[]
  auth_time: string | null
  acr: string | null
  network: string
  created_at: string
  /** Written once a minute at most. */
  seen_at: string
  /** When the issuer was last asked for the roles of this person. */
  looked_at: string
  ends_at: string
}

export interface NewSession
  extends Omit<StoredSession, 'created_at' | 'seen_at' | 'looked_at' | 'ends_at' | 'auth_time'> {
  auth_time: Date | null
  token_hash: Buffer
  refresh_token: Buffer | null
  now: Date
  ends_at: Date
}

const shown = sql`id, person_id, coalesce(subject, person_id) as subject, person_name, roles, auth_time, acr,
  network, created_at, seen_at, looked_at, ends_at`

/** Neither past its end nor idle for too long. */
const isLive = (now: Date, idleMs: number) => sql`ends_at > ${now} and seen_at > ${new Date(now.getTime() - idleMs)}`

async function one<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(statement).catch(throwPassing)
  return rows[0]
}

export function insertSession(tx: Transaction, session: NewSession): void {
  const { id, token_hash, person_id, subject, person_name, roles, refresh_token, network, now, ends_at } = session
  const { auth_time, acr } = session
  tx.write(sql`
    with dropped as (
      delete from backoffice_sessions where id in (
        select id from backoffice_sessions where ends_at <= ${now} order by ends_at limit ${DROPPED_AT_ONCE} for update skip locked))
    insert into backoffice_sessions
      (id, token_hash, person_id, subject, person_name, roles, auth_time, acr, refresh_token, network,
        created_at, seen_at, looked_at, ends_at)
    values (${id}, ${token_hash}, ${person_id}, ${subject}, ${person_name}, ${roles}, ${auth_time}, ${acr}, ${refresh_token}, ${network},
      ${now}, ${now}, ${now}, ${ends_at})`)
}

export async function findSession(
  pool: pg.Pool,
  token_hash: Buffer,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<StoredSession | undefined> {
  return one<StoredSession>(
    pool,
    sql`select ${shown} from backoffice_sessions where token_hash = ${token_hash} and ${isLive(now, idleMs)}`,
  )
}

export async function findSessionById(pool: pg.Pool, id: string): Promise<StoredSession | undefined> {
  return one<StoredSession>(pool, sql`select ${shown} from backoffice_sessions where id = ${id}`)
}

export async function touchSession(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await one(pool, sql`update backoffice_sessions set seen_at = ${now} where id = ${id}`)
}

/**
 * Lease on the one running check of a session, over all processes. Undefined when another process has it. Counted by the
 * database's clock, which they share. A time much further ahead than it is ever set was written before that clock was set
 * back. A little further ahead is normal for a process that had to wait for the row.
 */
export async function beginLook(
  pool: pg.Pool,
  { id, looked_at }: StoredSession,
): Promise<{ refresh_token: Buffer | null } | undefined> {
  return one(
    pool,
    sql`
    update backoffice_sessions set looking_until = now() + ${LOOK} ::interval
    where id = ${id} and looked_at = ${looked_at}
      and (looking_until is null or looking_until <= now() or looking_until > now() + 2 * ${LOOK} ::interval)
    returning refresh_token`,
  )
}

export async function endLook(
  pool: pg.Pool,
  id: string,
  found: { roles: Role[]; person_name: string; refresh_token: Buffer | null; now: Date },
): Promise<StoredSession | undefined> {
  const { roles, person_name, refresh_token, now } = found
  return one<StoredSession>(
    pool,
    sql`
    update backoffice_sessions set roles = ${roles}, person_name = ${person_name}, looked_at = ${now}, looking_until = null,
      refresh_token = coalesce(${refresh_token}, refresh_token)
    where id = ${id} returning ${shown}`,
  )
}

export async function leaveLook(pool: pg.Pool, id: string): Promise<void> {
  await one(pool, sql`update backoffice_sessions set looking_until = null where id = ${id}`)
}

export async function endSession(pool: pg.Pool, id: string): Promise<void> {
  await one(pool, sql`delete from backoffice_sessions where id = ${id}`)
}

/** The ended session, if there was one. */
export async function endSessionByToken(tx: Transaction, token_hash: Buffer): Promise<StoredSession | undefined> {
  const [ended] = await tx.query<StoredSession>(
    sql`delete from backoffice_sessions where token_hash = ${token_hash} returning ${shown}`,
  )
  return ended
}

export function listSessions(
  tx: Transaction,
  page: Page,
  live: { now: Date; idleMs: number; current: string },
): Promise<(StoredSession & { current: boolean })[]> {
  return tx.query(
    sql`select ${shown}, id::text = ${live.current} as current from backoffice_sessions where ${isLive(live.now, live.idleMs)} ${page.clause}`,
  )
}

export async function removeSession(tx: Transaction, id: string): Promise<StoredSession | undefined> {
  const [session] = await tx.query<StoredSession>(
    sql`delete from backoffice_sessions where id = ${id} returning ${shown}`,
  )
  return session
}
