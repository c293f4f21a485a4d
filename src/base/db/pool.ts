import pg from 'pg'

const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** A server that has said nothing for so long, although it was to give up sooner, is not there: the connection is cut. */
const SILENCE_MS = 15_000
/** How long a request may wait for a connection, free or new, before it is told to come back. */
const POOL_WAIT_MS = 5_000

const { DATE, TIMESTAMPTZ, INT8 } = pg.types.builtins

/**
 * A row is what the reply is: a timestamp is read as the ISO string it is answered with, a date stays a date, and a
 * 64-bit integer (cents, sequences) is a number. So no mapper stands between a column and the wire.
 */
function readAs(oid: number, format?: 'text') {
  if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
  if (oid === DATE) return (text: string) => text
  if (oid === INT8) return readSafeInteger
  return pg.types.getTypeParser(oid, format)
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
}

export function openPool({ connectionString, size, name }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    // Statements are written without waiting for the answer to the one before; transaction.ts builds on this.
    pipeline: true,
    application_name: name,
    connectionTimeoutMillis: POOL_WAIT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    options: [
      '-c search_path=eclusa',
      '-c TimeZone=UTC',
      // A commit that may not have reached the replicas says so in a warning. Nothing may keep it from being heard.
      '-c client_min_messages=warning',
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      // A list is read in the order of an index, as far as its page goes. Of a period whose dates it has not seen the
      // planner expects next to nothing, and would rather read all of it and sort. Where no index has the order it still may.
      '-c enable_sort=off',
      // Before PostgreSQL 18 a discouraged plan is one of enormous cost, which would have every small statement compiled.
      '-c jit=off',
      // A statement is planned once on a connection, for all values, and not again where one value looks a little cheaper:
      // over a table of many months, planning costs several times what a page does.
      '-c plan_cache_mode=force_generic_plan',
    ].join(' '),
    types: { getTypeParser: readAs as typeof pg.types.getTypeParser },
  })
  // A connection lost while idle is replaced at the next checkout; one lost in use rejects its own queries. Without a
  // listener either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
