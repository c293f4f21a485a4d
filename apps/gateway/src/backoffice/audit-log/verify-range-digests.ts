import type pg from 'pg'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { type CoveredTable, coverRows, type RangeDigest } from './range-digest.ts'
import { columnsOf, coversAfter, monthsOf, rowsBetween } from './range-digest-store.ts'
import type { Broken, ReportProgress, VerificationResult } from './verdict.ts'

const BATCH = 200

interface VerificationRange {
  /** Covers that end before are not checked. */
  since: Date | undefined
  /** Months of events that are kept, besides the current one. */
  retentionMonths: number
  now: Date
  say: ReportProgress
}

/**
 * Verifies the range digests of a table: the same number of rows in each interval, with the same content. `seen` counts
 * rows. The covers themselves are journal entries, which were verified before.
 */
export async function verifyCovers(
  db: pg.Pool,
  table: CoveredTable,
  asked: VerificationRange,
): Promise<VerificationResult> {
  const verdict: VerificationResult = { seen: 0, notes: [] }
  const months = await look(db, (tx) => monthsOf(tx, table))
  let [sequence, before, dropped, skipped] = [0, undefined as RangeDigest | undefined, 0, 0]
  for (;;) {
    const covers = await look(db, (tx) => coversAfter(tx, table, sequence, BATCH))
    for (const { changes: cover } of covers) {
      if (before && before.until !== cover.from) verdict.broken ??= uncovered(table, before, cover)
      before = cover
      const isDropped = months.length > 0 && !months.includes(cover.from.slice(0, 7))
      if (isDropped && !isKept(cover.from, asked)) dropped += 1
      else if (isDropped) verdict.broken ??= monthGone(table, cover)
      else if (asked.since && Date.parse(cover.until) < asked.since.getTime()) skipped += 1
      else verdict.broken ??= await breakOf(db, table, cover)
      verdict.seen += cover.rows
      asked.say(verdict.seen)
    }
    if (covers.length < BATCH) break
    sequence = covers.at(-1)!.sequence
  }
  if (dropped > 0) verdict.notes.push(`${dropped} covers of ${table} are of months that are no longer kept: skipped`)
  if (skipped > 0) verdict.notes.push(`${skipped} covers of ${table} end before the given time: skipped`)
  verdict.notes.push(before ? `${table} is covered until ${before.until}` : `${table} is not covered yet`)
  return verdict
}

const look = <T>(db: pg.Pool, work: (tx: Transaction) => Promise<T>) =>
  runTransaction(db, { readOnly: true, held: true, work })

/** Whether the configured retention still keeps the month of this time. */
function isKept(time: string, { retentionMonths, now }: VerificationRange): boolean {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths))
  return time >= oldest.toISOString()
}

async function breakOf(db: pg.Pool, table: CoveredTable, cover: RangeDigest): Promise<Broken | undefined> {
  const where = `${table} from ${cover.from} until ${cover.until}`
  return look(db, async (tx) => {
    const columns = await columnsOf(tx, table)
    const gone = cover.columns.filter((column) => !columns.includes(column))
    if (gone.length > 0) {
      const what = `the table no longer has the column ${gone.join(', ')}`
      return { where, kind: 'UNREADABLE', what, action: 'see which migration, or who, took it away' } as const
    }
    const [found] = await coverRows(rowsBetween(tx, table, cover), cover, Infinity)
    if (found!.hash === cover.hash) return undefined
    return differing(where, found!.rows - cover.rows, cover.rows)
  })
}

function differing(where: string, more: number, rows: number): Broken {
  const action =
    'compare the rows of that time with a backup of after it, and with who had the login that owns the schema'
  if (more < 0) return { where, kind: 'ROWS_REMOVED', what: `${-more} of ${rows} rows are gone`, action }
  if (more > 0) {
    const what = `${more} rows more than the ${rows} that were there: put in later, or by a process whose clock was behind`
    return { where, kind: 'ROWS_PUT_IN', what, action }
  }
  return { where, kind: 'ROWS_CHANGED', what: `of ${rows} rows at least one has changed`, action }
}

function uncovered(table: CoveredTable, before: RangeDigest, cover: RangeDigest): Broken {
  const where = `${table} from ${before.until} until ${cover.from}`
  return {
    where,
    kind: 'NOT_COVERED',
    what: 'no entry covers it',
    action: 'see that one worker writes covers, of one clock',
  }
}

function monthGone(table: CoveredTable, { from }: RangeDigest): Broken {
  const month = from.slice(0, 7)
  const action = 'if EVENT_RETENTION_MONTHS was less then, give it as it was; if not, restore the month from a backup'
  return { where: `${table} of ${month}`, kind: 'MONTH_REMOVED', what: 'the month is gone, and was to be kept', action }
}
