import type { Sql } from 'sql-template-tag'
import type { CaseRule } from '../../cases/case-rule.ts'
import type { Documents } from './same-document.ts'

/** Everything somebody at the desk may have to decide or to set right. Each area says of its own what waits. */
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

/** A kind of case, as the area that has it declares it. Ids, times, amounts and states, and of a person initials alone. */
export interface CaseKind extends CaseRule {
  name: CaseKindName
  /** Absent where the desk has no decision: the core, DICT or a missing record settles it. */
  decidable?: true
  /** What is there to be found at all; everything, when absent. */
  there?: Sql
  /** Expressions over the table, where it has such a thing. */
  shows: {
    under_id?: string
    amount?: string
    opened_at: string
    /** What it is about, in a word of its own record. */
    topic?: string
    /** Whom it is about, by name: it leaves the store masked. */
    subject?: string
  }
  /** By what else than its id it is found. */
  foundBy: { end_to_end_id?: string; document?: (document: string) => Sql }
  /** Whose it is, and which others are theirs. Absent where no ledger has told. */
  documents?: Documents
}

/** How many hours before its deadline stands what a case is ordered by. */
export const hoursBefore = ({ due_at }: CaseRule, reviewHours: number) => (due_at === undefined ? reviewHours : 0)

/** What is ordered by, of what is due at this moment. */
export const orderedAt = (kind: CaseRule, at: Date, reviewHours: number) =>
  new Date(at.getTime() - hoursBefore(kind, reviewHours) * HOUR_MS)

export const HOUR_MS = 3_600_000
