import type { WrongRecord } from './verify-records.ts'

/** What one of the checks of `eclusa journal verify` has found. */
export interface Verdict {
  /** How much was looked at. */
  seen: number
  /** The first thing that is not as it was written. */
  broken?: Broken | undefined
  /** What whoever reads the verdict should know besides. */
  notes: string[]
}

export interface Broken {
  /** The entry, the anchor, the interval. */
  where: string
  kind: BreakKind
  what: string
  /** What to do next. */
  action: string
}

export type BreakKind =
  | WrongRecord['reason']
  | 'REMOVED'
  | 'DOES_NOT_FOLLOW'
  | 'PUT_IN'
  | 'HEAD_DIFFERS'
  | 'CUT'
  | 'REWRITTEN'
  | 'ANCHOR_ALTERED'
  | 'ANCHOR_UNSIGNED'
  | 'ANCHOR_REMOVED'
  | 'ANCHORS_MISSING'
  | 'ROWS_REMOVED'
  | 'ROWS_PUT_IN'
  | 'ROWS_CHANGED'
  | 'UNREADABLE'
  | 'NOT_COVERED'
  | 'MONTH_REMOVED'
  | 'CASE_MISSING'
  | 'CASE_WITHOUT_RECORD'
  | 'CASE_DIFFERS'

/** Says how far a long check is. Called often; who listens decides how often it is worth a line. */
export type Say = (seen: number) => void
