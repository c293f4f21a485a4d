import type { WrongRecord } from './verify-records.ts'

/** The result of one check of `eclusa journal verify`. */
export interface VerificationResult {
  /** How many items were checked. */
  seen: number
  /** The first item that differs from what was written. */
  broken?: Broken | undefined
  /** Further remarks for the reader of the result. */
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

/** Reports the progress of a long check. Called often; the listener decides how often to print it. */
export type ReportProgress = (seen: number) => void
