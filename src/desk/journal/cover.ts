import { createHash, type Hash } from 'node:crypto'

/**
 * What is kept beside the journal and told of by it: of every row of these tables, an entry of the journal holds that it was
 * there and what it said. A cover is of one table and one stretch of time, from the end of the cover before.
 */
export interface Cover {
  from: string
  /** Exclusive. */
  until: string
  rows: number
  /** Over every row, in the order of time and id. */
  hash: string
  /** Those the table had when it was covered: a column that came later was not there to be vouched for. */
  columns: string[]
}

/** The tables, each with the column that says when. */
export const coveredTimes = {
  events: 'created_at',
  client_activity: 'event_created_at',
  onboarding_activity: 'created_at',
} as const
export type CoveredTable = keyof typeof coveredTimes
export const coveredTables = Object.keys(coveredTimes) as CoveredTable[]

/** How covers are found in the journal: under this type, and the name of their table. */
export const COVER = 'cover'

/** A row as it is hashed: when it is of, and all its columns as one JSON text. */
export interface CoveredRow {
  at: string
  row: string
}

/** Rows after which a cover ends with the present millisecond: how closely a break can be named. */
const ROWS_MAX = 10_000

/** The rows of a stretch of time as covers, as they come: nothing of them is kept in memory. */
export async function coverRows(
  rows: AsyncIterable<CoveredRow>,
  { from, until, columns }: Pick<Cover, 'from' | 'until' | 'columns'>,
  rowsMax = ROWS_MAX,
): Promise<Cover[]> {
  const covers: Cover[] = []
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

const close = ({ from, rows, hash }: OpenCover, until: string, columns: string[]): Cover => ({
  from,
  until,
  rows,
  hash: hash.digest('hex'),
  columns,
})
