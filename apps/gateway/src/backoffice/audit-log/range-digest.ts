import { createHash, type Hash } from 'node:crypto'

/**
 * Range digest over the events of one table and one interval, stored in the journal. It proves later that every row existed
 * and what it contained. An interval starts at the end of the previous one.
 */
export interface RangeDigest {
  from: string
  /** Exclusive. */
  until: string
  rows: number
  /** Over every row, by time and id. */
  hash: string
  /** The columns the table had when it was covered. Columns added later are not included. */
  columns: string[]
}

/** The tables, each with its time column. */
export const coveredTimes = {
  events: 'created_at',
  client_activity: 'event_created_at',
  onboarding_activity: 'created_at',
} as const
export type CoveredTable = keyof typeof coveredTimes
export const coveredTables = Object.keys(coveredTimes) as CoveredTable[]

/** The journal's subject of covers: this type, and the name of their table. */
export const COVER = 'cover'

/** A row as it is hashed: its time, and all its columns as one JSON text. */
export interface CoveredRow {
  at: string
  row: string
}

/** A cover ends after this many rows, at the end of the millisecond: this limits how precisely a break can be located. */
const ROWS_MAX = 10_000

/** The rows of an interval as covers, streamed, so that memory stays constant. */
export async function coverRows(
  rows: AsyncIterable<CoveredRow>,
  { from, until, columns }: Pick<RangeDigest, 'from' | 'until' | 'columns'>,
  rowsMax = ROWS_MAX,
): Promise<RangeDigest[]> {
  const covers: RangeDigest[] = []
  let open = begin(from)
  for await (const { at, row } of rows) {
    if (open.rows >= rowsMax && at !== open.last) {
      covers.push(close(open, at, columns))
      open = begin(at)
    }
    open.hash.update(row).update('\n')
    open.rows += 1
    open.last = at
  }
  return [...covers, close(open, until, columns)]
}

interface OpenCover {
  from: string
  rows: number
  hash: Hash
  last: string
}

const begin = (from: string): OpenCover => ({ from, rows: 0, hash: createHash('sha256'), last: '' })

const close = ({ from, rows, hash }: OpenCover, until: string, columns: string[]): RangeDigest => ({
  from,
  until,
  rows,
  hash: hash.digest('hex'),
  columns,
})
