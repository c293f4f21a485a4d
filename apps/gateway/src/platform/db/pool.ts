import pg from 'pg'
import { cancelAbandoned } from './cancel-backend.ts'
import { destroyOnReadTimeout } from './read-timeout.ts'

const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** How long past the statement timeout the server may stay silent before the connection is closed. */
const graceMs = (statementTimeoutMs: number) => Math.min(5_000, statementTimeoutMs)
/** Idle timeout. Prepared plans are lost with the connection, so a caller that comes once a minute should still find it. */
const IDLE_MS = 60_000
/** How long a request may wait for a connection, free or new, before it gets a 503. */
const POOL_WAIT_MS = 5_000

const { DATE, TIMESTAMPTZ, INT8 } = pg.types.builtins

/**
 * Column types are parsed to the values of the response: a timestamp becomes its ISO string, a date stays a date, and a 64-bit
 * integer (cents, sequences) becomes a number. No mapper is needed between a column and the response.
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

/** PostgreSQL writes UTC without trailing zeros, so only the notation changes. Any other form is parsed. */
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
  /** The name shown in pg_stat_activity. */
  name: string
  /** How long one statement may take. */
  statementTimeoutMs?: number
  /** Its commits need not survive a crash of the server, so they wait neither for the disk nor for replicas. */
  forgetful?: true
}

/** For our own statements. */
export function openPool(options: PoolOptions): pg.Pool {
  return createBoundedPool(options, {
    session: [
      ...(options.forgetful ? ['synchronous_commit=off'] : []),
      // A test clock's now() has to be found first. A live installation has no schema of that name.
      'search_path=clock,pg_catalog,eclusa',
      'TimeZone=UTC',
      // Timestamps are read as text, and hashed as text where rows are verified, so they must not depend on the settings of a
      // login.
      'DateStyle=ISO',
      'bytea_output=hex',
      // A commit that may not have reached the replicas is reported by a warning, so warnings must not be suppressed.
      'client_min_messages=warning',
      // A list is read in the order of an index, up to its page size. For dates without statistics the planner expects few rows
      // and would read and sort them all. Where no index has the order it may still sort.
      'enable_sort=off',
      // Before PostgreSQL 18 a discouraged plan gets an enormous cost, which would trigger JIT compilation of small statements.
      'jit=off',
      // Each statement is planned once per connection, for all values, and not again when one value looks a little cheaper. On a
      // table of many months planning costs several times as much as reading a page.
      'plan_cache_mode=force_generic_plan',
      // A plan therefore outlives the table size it was made for. On a nearly empty table (the slot of claims after a quiet
      // night, a month that has just begun) a sequential scan is cheapest, and a minute later it is the most expensive.
      'enable_seqscan=off',
    ],
    types: { getTypeParser: readAs as typeof pg.types.getTypeParser },
  })
}

/** For statements of libraries, such as the queue: default planning and parsing, and the same read timeout. */
export function createPlainPool(options: PoolOptions): pg.Pool {
  return createBoundedPool(options, { session: [] })
}

/**
 * Every wait for the database has a limit: for a connection, for a lock, for a response. A server whose packets are lost sends
 * nothing, so the read timeout is enforced in this process.
 */
function createBoundedPool(
  { connectionString, size, name, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions,
  { session, ...config }: pg.PoolConfig & { session: string[] },
): pg.Pool {
  const limits = [
    `statement_timeout=${statementTimeoutMs}`,
    `lock_timeout=${LOCK_TIMEOUT_MS}`,
    `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    // On the server's side: it drops a session whose host is gone long before the kernel's default of two hours.
    'tcp_keepalives_idle=30',
    'tcp_keepalives_interval=10',
    'tcp_keepalives_count=3',
  ]
  const { address, options } = optionsApart(connectionString)
  const pool = new pg.Pool({
    ...config,
    connectionString: address,
    // Statements are sent without waiting for earlier responses. transaction.ts depends on this.
    pipeline: true,
    max: size,
    application_name: name,
    connectionTimeoutMillis: POOL_WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    options: [...[...session, ...limits].map((setting) => `-c ${setting}`), options].join(' '),
  })
  // A connection lost while idle is replaced at the next checkout. A connection lost in use rejects its own queries. Without a
  // listener either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    destroyOnReadTimeout(client, statementTimeoutMs + graceMs(statementTimeoutMs))
  })
  pool.on('release', (error, client) => {
    // The server may not notice a closed connection and would keep running its query.
    if (error) setImmediate(() => cancelAbandoned(client))
  })
  return pool
}

/** Session options in the address come after those set here. Otherwise the driver would use only the ones of the address. */
function optionsApart(connectionString: string): { address: string; options: string } {
  const [address = '', query = ''] = connectionString.split('?', 2)
  const said = new URLSearchParams(query)
  const options = said.get('options')
  if (options === null) return { address: connectionString, options: '' }
  said.delete('options')
  return { address: `${address}?${said}`, options }
}
