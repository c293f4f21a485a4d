import type { Sql } from 'sql-template-tag'
import type { CaseRule } from '../../cases/case-rule.ts'
import type { Documents } from './same-document.ts'

/** Kinds of cases: everything that staff may have to decide or correct. Each area declares its own. */
export const caseKindNames = [
  'infraction',
  'refund',
  'recovery',
  'unclaimed_report',
  'unclaimed_refund',
  'client',
  'account',
  'onboarding_step',
] as const
export type CaseKindName = (typeof caseKindNames)[number]

/** A kind of case, as its area declares it. It shows ids, times, amounts and states, and initials instead of names. */
export interface CaseKind extends CaseRule {
  name: CaseKindName
  /** Absent where the desk has no decision: the core, DICT or a missing record decides. */
  decidable?: true
  /** Condition for the rows that can be found at all. All of them when absent. */
  there?: Sql
  /** Expressions over the table, where it has such a column. */
  shows: {
    under_id?: string
    amount?: string
    opened_at: string
    /** What it is about, as a word of its own record. */
    topic?: string
    /** The name of the person it is about. It is masked before it is returned. */
    subject?: string
  }
  /** Identifiers other than its id by which it can be found. */
  foundBy: { end_to_end_id?: string; document?: (document: string) => Sql }
  /** The documents of a case, and the other cases with the same ones. Absent where no ledger has reported the payment. */
  documents?: Documents
}

/** The hours between the column that cases are sorted by and the deadline. */
export const hoursBefore = ({ due_at }: CaseRule, reviewHours: number) => (due_at === undefined ? reviewHours : 0)

/** The sort value of a case that is due now. */
export const orderedAt = (kind: CaseRule, at: Date, reviewHours: number) =>
  new Date(at.getTime() - hoursBefore(kind, reviewHours) * HOUR_MS)

export const HOUR_MS = 3_600_000
