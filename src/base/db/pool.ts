import pg from 'pg'
import { cancelAbandoned } from './cancel-abandoned.ts'
import { cutWhenSilent } from './silence.ts'

const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** A server that has said nothing for so much longer than it was to take is not there: the connection is cut. */
const graceMs = (statementTimeoutMs: number) => Math.min(5_000, statementTimeoutMs)
/** What a connection has planned is lost with it: who asks once a minute finds it again. */
const IDLE_MS = 60_000
/** How long a request may wait for a connection, free or new, before it is told to come back. */
const POOL_WAIT_MS = 5_000

const { DATE, TIMESTAMPTZ, INT8 } = pg.types.builtins

/**
 * A row is what the reply is: a timestamp is read as the ISO string it is answered with, a date stays a date, and a
 * 64-bit integer (cents, sequences) is a number. So no mapper stands between a column and the wire.
 */
function readAs(oid: number, format?: 'text') {
  if (oid === TIMESTAMPTZ) return readInstant
  if (oid === DATE) return (text: string) => text
  if (oid === INT8) return readSafeInteger
  return pg.types.getTypeParser(oid, format)
}

const INSTANT = '2026-11-17 09:30:00.125+00'
const WITHOUT_FRACTION = '09:30:00'.length
const WITH_MILLISECONDS = '09:30:00.125'.length

/** As the server writes it in UTC, without the zeros at its end, it only has to be spelled; whatever is written otherwise is read. */
function readInstant(text: string): string {
  if (text.length > INSTANT.length || !text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString()
  const time = text.slice(11, -'+00'.length)
  const spelled = time.length === WITHOUT_FRACTION ? `${time}.000` : time.padEnd(WITH_MILLISECONDS, '0')
  return `${text.slice(0, 10)}T${spelled}Z`
}

function readSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer left the safe range')
  return value
}

export interface PoolOptions {
  connectionString: string
  size: number
  /** Seen in pg_stat_activity. */
  name: string
  /** How long one statement may take. */
  statementTimeoutMs?: number
  /** What it commits need not outlive a crash of the server: it waits neither for the disk nor for replicas. */
  forgetful?: true
}

/** For our own statements. */
export function openPool(options: PoolOptions): pg.Pool {
  return openBounded(options, {
    session: [
      ...(options.forgetful ? ['synchronous_commit=off'] : []),
      // Where there is a test clock its now() is found first. A live installation has no schema of that name.
      'search_path=clock,pg_catalog,eclusa',
      'TimeZone=UTC',
      // Read here as text, and hashed as text where rows are verified: not by what a login was given as its own.
      'DateStyle=ISO',
      'bytea_output=hex',
      // A commit that may not have reached the replicas says so in a warning. Nothing may keep it from being heard.
      'client_min_messages=warning',
      // A list is read in the order of an index, as far as its page goes. Of a period whose dates it has not seen the
      // planner expects next to nothing, and would rather read all of it and sort. Where no index has the order it still may.
      'enable_sort=off',
      // Before PostgreSQL 18 a discouraged plan is one of enormous cost, which would have every small statement compiled.
      'jit=off',
      // A statement is planned once on a connection, for all values, and not again where one value looks a little cheaper:
      // over a table of many months, planning costs several times what a page does.
      'plan_cache_mode=force_generic_plan',
      // So a plan outlives what it was made for. While a table holds next to nothing, such as the slot of claims after a quiet
      // night or a month that has just begun, reading all of it is the cheapest, and a minute later it is the dearest.
      'enable_seqscan=off',
    ],
    types: { getTypeParser: readAs as typeof pg.types.getTypeParser },
  })
}

/** For the statements of others, such as the queue's: read and planned as they expect, and no more patient with silence. */
export function openPlainPool(options: PoolOptions): pg.Pool {
  return openBounded(options, { session: [] })
}

/**
 * Nothing that speaks with the database waits for it without end: not for a connection, not for a lock, not for an answer.
 * A server whose packets are lost says nothing at all, so the last of these limits is kept here and not there.
 */
function openBounded(
  { connectionString, size, name, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions,
  { session, ...config }: pg.PoolConfig & { session: string[] },
): pg.Pool {
  const limits = [
    `statement_timeout=${statementTimeoutMs}`,
    `lock_timeout=${LOCK_TIMEOUT_MS}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    // And the server's side: a process whose host is gone is not waited for two hours, which is what the kernel would do.
    'tcp_keepalives_idle=30',
    'tcp_keepalives_interval=10',
    'tcp_keepalives_count=3',
  ]
  const { address, options } = optionsApart(connectionString)
  const pool = new pg.Pool({
    ...config,
    connectionString: address,
    // Statements are written without waiting for the answer to the one before; transaction.ts builds on this.
    pipeline: true,
    max: size,
    application_name: name,
    connectionTimeoutMillis: POOL_WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    options: [...[...session, ...limits].map((setting) => `-c ${setting}`), options].join(' '),
  })
  // A connection lost while idle is replaced at the next checkout; one lost in use rejects its own queries. Without a
  // listener either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    cutWhenSilent(client, statementTimeoutMs + graceMs(statementTimeoutMs))
  })
  pool.on('release', (error, client) => {
    // Of a connection that was cut the server may not know, and go on.
    if (error) setImmediate(() => cancelAbandoned(client))
  })
  return pool
}

/** What an address says of its sessions is said after what is said here, where the driver would take it for all there is to say. */
function optionsApart(connectionString: string): { address: string; options: string } {
  const [address = '', query = ''] = connectionString.split('?', 2)
  const said = new URLSearchParams(query)
  const options = said.get('options')
  if (options === null) return { address: connectionString, options: '' }
  said.delete('options')
  return { address: `${address}?${said}`, options }
}
