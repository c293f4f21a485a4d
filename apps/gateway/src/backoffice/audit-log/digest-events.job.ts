import type pg from 'pg'
import { STREAM_TIMEOUT_MS } from '../../http/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { COVER, type CoveredTable, coveredTables, coverRows, type RangeDigest } from './range-digest.ts'
import { columnsOf, holdCovers, lastCover, monthsOf, rowsBetween } from './range-digest-store.ts'
import { writeGatewayAct } from './write-audit-log.ts'

const INTERVAL_MS = 5 * 60_000
const DAY_MS = 24 * 3_600_000
/** Intervals of one table per run. A long backlog is caught up over several runs. */
const STRETCHES_MAX = 300
/** With fewer rows the next interval is longer. */
const FEW_ROWS = 2_500
const SPAN_MAX_MS = 31 * DAY_MS
/**
 * A row has the time at which its request came in, and exists once its transaction has committed. A streamed body may take
 * ten minutes before its transaction begins, the rest of a request a minute or two by the pool's limits. The same again is
 * left for clock skew. `journal verify` reports rows that come later as inserted.
 */
export const LAG_MS = 2 * STREAM_TIMEOUT_MS

interface CoverServices {
  operator: pg.Pool
  clock: Clock
}

/** Range digests: records in the journal how many rows each interval of the covered tables had, and a hash over them. */
export const digestEvents = job('digest-events', {
  cron: '*/5 * * * *',
  retryLimit: 0,
  async run(services: CoverServices, _data: object, job_id: string) {
    for (const table of coveredTables) await coverTable(services, table, job_id)
  },
})

/** An interval with few rows makes the next one longer, so a backlog takes few long ones and a busy time gets short ones. */
async function coverTable(services: CoverServices, table: CoveredTable, job_id: string): Promise<void> {
  let spanMs = INTERVAL_MS
  for (let stretch = 0; stretch < STRETCHES_MAX; stretch += 1) {
    const rows = await coverNext(services, table, spanMs, job_id)
    if (rows === undefined) return
    spanMs = rows < FEW_ROWS ? Math.min(2 * spanMs, SPAN_MAX_MS) : Math.max(Math.floor(spanMs / 2), INTERVAL_MS)
  }
}

/** Covers the next interval. Returns how many rows it had, or undefined when there is nothing to do yet. */
function coverNext(
  { operator, clock }: CoverServices,
  table: CoveredTable,
  spanMs: number,
  job_id: string,
): Promise<number | undefined> {
  return runTransaction(operator, {
    async work(tx) {
      if (!(await holdCovers(tx, table))) return undefined
      const begins = Date.parse((await lastCover(tx, table))?.until ?? (await firstMoment(tx)))
      const closed = Math.floor((clock.now().getTime() - LAG_MS) / INTERVAL_MS) * INTERVAL_MS
      // Within one month, because months are dropped whole.
      const ends = Math.min(begins + spanMs, closed, nextMonth(begins))
      if (ends <= begins) return undefined
      const stretch = { from: iso(begins), until: iso(ends), columns: await columnsOf(tx, table) }
      const covers = await coverRows(rowsBetween(tx, table, stretch), stretch)
      const rows = covers.reduce((sum, cover) => sum + cover.rows, 0)
      // An empty interval is recorded once a day, or together with the next rows.
      if (rows > 0 || ends - begins >= DAY_MS || ends === nextMonth(begins))
        for (const changes of covers) writeCover(tx, table, changes, job_id)
      return ends === closed ? undefined : rows
    },
  })
}

function writeCover(tx: Transaction, table: CoveredTable, cover: RangeDigest, request_id: string): void {
  writeGatewayAct(tx, {
    operation: digestEvents.name,
    subject_type: COVER,
    subject_id: table,
    request_id,
    changes: { ...cover },
  })
}

/** Covers begin with the oldest month that is kept. */
async function firstMoment(tx: Transaction): Promise<string> {
  const [oldest] = await monthsOf(tx, 'events')
  if (!oldest) throw new Error('events has no partition')
  return `${oldest}-01T00:00:00.000Z`
}

const iso = (ms: number) => new Date(ms).toISOString()

function nextMonth(ms: number): number {
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
}
