import { DatabaseUnavailable, PartitionMissing, wrapTransient } from '../../platform/db/database-errors.ts'
import { openPool } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { requestLogDropped } from './metrics.ts'
import type { RequestLine } from './request-log-entry.ts'

const EVERY_MS = 1_000
const BATCH_MAX = 500
/** Some megabytes. Further entries are dropped and counted: the log may have gaps, and a request may not wait for it. */
const WAITING_MAX = 10_000
const WRITE_TIMEOUT_MS = 2_000

/**
 * In the order of the arguments of write_request_log. `errors` is JSON text, because the driver would send a nested array as an
 * array of PostgreSQL.
 */
const columns: ((line: RequestLine) => unknown)[] = [
  (line) => line.user_id,
  (line) => line.id,
  (line) => line.product_id,
  (line) => line.method,
  (line) => line.operation,
  (line) => line.path,
  (line) => line.status,
  (line) => line.code,
  (line) => line.duration_ms,
  (line) => line.credential,
  (line) => line.credential_id,
  (line) => line.first_request_id,
  (line) => line.created_at.toISOString(),
  (line) => line.errors && JSON.stringify(line.errors),
]
export const writeRequestLog = `write_request_log(${columns.map((_, n) => `$${n + 1}`).join()})`
export const valuesOf = (lines: RequestLine[]): unknown[] => columns.map((column) => lines.map(column))

/**
 * Asynchronous request log of callers. A request adds its entry in memory and continues; once a second, or when many wait,
 * they are written together on a separate connection. So the log can neither fail nor delay a request, and unwritten entries
 * of a killed process are lost.
 */
export interface RequestLog {
  take(line: RequestLine): void
  /** Writes the waiting entries. It never fails: while the database is down entries stay, up to the limit. */
  flush(): Promise<void>
  /** The last write at shutdown. */
  close(): Promise<void>
}

export function createRequestLog(
  connectionString: string,
  { metrics, log, waitingMax = WAITING_MAX }: { metrics: Metrics; log: Log; waitingMax?: number },
): RequestLog {
  const pool = openPool({
    connectionString,
    size: 1,
    name: 'eclusa-api-requests',
    statementTimeoutMs: WRITE_TIMEOUT_MS,
    forgetful: true,
  })
  const waiting: RequestLine[] = []
  /** Sent again as it was until there is an answer: its insert is one statement, so it is there as a whole or not at all. */
  let batch: RequestLine[] = []
  let untold = 0
  let writing: Promise<void> | undefined

  const drop = (count: number) => {
    untold += count
    metrics.count(requestLogDropped, {}, count)
  }

  /** One log line for all dropped entries: a line for each would cost too much. */
  const tellDropped = () => {
    if (untold > 0) log.warn('request_log_dropped', { count: untold })
    untold = 0
  }

  /**
   * Entries that come meanwhile wait for the next write: otherwise a busy process would write a few at a time without end.
   */
  async function write(): Promise<void> {
    for (let due = batch.length + waiting.length; due > 0; ) {
      if (batch.length === 0) batch = waiting.splice(0, Math.min(due, BATCH_MAX))
      const refusal = await pool
        .query({ name: 'keep-requests', text: `select ${writeRequestLog}`, values: valuesOf(batch) })
        .then(() => undefined, wrapTransient)
      if (isAway(refusal)) break
      const count = batch.length
      due -= count
      batch = []
      if (refusal === undefined || isThere(refusal)) continue
      drop(count)
      log.error('request_log_refused', { count }, refusal)
    }
    tellDropped()
  }

  const begin = () => {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }
  /** A running write does not include newer entries. */
  const flush = async () => {
    await writing
    await begin()
  }
  const timer = setInterval(() => void begin(), EVERY_MS).unref()

  return {
    take(line) {
      if (batch.length + waiting.length >= waitingMax) return drop(1)
      waiting.push(line)
      if (waiting.length === BATCH_MAX) void begin()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
      drop(batch.length + waiting.length)
      tellDropped()
      await pool.end()
    },
  }
}

/** Whether the batch was written before, and the answer to that was lost. */
const isThere = (refusal: unknown) => (refusal as { code?: string }).code === '23505'

/** Whether the same lines may be written later. A day that has no partition will not get one by waiting. */
function isAway(refusal: unknown): boolean {
  return refusal instanceof DatabaseUnavailable && !(refusal instanceof PartitionMissing)
}
