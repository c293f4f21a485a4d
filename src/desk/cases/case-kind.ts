import sql, { raw, type Sql } from 'sql-template-tag'
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
export interface CaseKind {
  name: CaseKindName
  table: string
  /** What is there to be found at all; everything, when absent. */
  there?: Sql
  /** What waits, word for word the condition of the indexes it is found by. */
  waits: Sql
  /** Absent where the desk has no decision: the core, DICT or a missing record settles it. */
  decidable?: true
  /** What the indexes cannot hold of that. Not a join: each row that waits is looked at by itself, in the order of the index. */
  besides?: Sql
  /** Until when, in a column; or since when, and the settings say how long that may be. Leads the indexes, before the id. */
  deadline: { at: string } | { since: string }
  /** Expressions over the table, where it has such a thing. */
  shows: {
    user_id?: string
    under_id?: string
    amount?: string
    opened_at: string
    version?: string
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

const HOUR_MS = 3_600_000

/** By which column the deadline is found, and how much earlier than the deadline that lies. */
export function dueBy({ deadline }: CaseKind, reviewHours: number): { column: Sql; earlierMs: number } {
  return 'at' in deadline
    ? { column: raw(deadline.at), earlierMs: 0 }
    : { column: raw(deadline.since), earlierMs: reviewHours * HOUR_MS }
}

/** The rows of a kind, each as a case. A statement goes on with its conditions. */
export function casesOf(kind: CaseKind, reviewHours: number, waits: Sql = waitsNow(kind)): Sql {
  const { user_id = 'null', under_id = 'null', amount = 'null', opened_at, version = 'null' } = kind.shows
  const { topic = 'null', subject = 'null' } = kind.shows
  const { column, earlierMs } = dueBy(kind, reviewHours)
  const deadline = earlierMs === 0 ? column : sql`${column} + ${raw(`interval '${reviewHours} hours'`)}`
  return sql`
    select ${raw(`'${kind.name}'`)} as kind, id, ${raw(user_id)}::uuid as user_id, ${raw(under_id)}::uuid as under_id,
      ${deadline} as deadline, ${raw(amount)}::bigint as amount, ${raw(opened_at)} as opened_at, status,
      ${raw(version)}::bigint as version, ${waits} as waiting, ${raw(String(kind.decidable ?? false))} as decidable, ${raw(topic)}::text as topic, ${raw(subject)}::text as subject
    from ${raw(kind.table)} where ${kind.there ?? raw('true')}`
}

const waitsNow = ({ waits, besides }: CaseKind) => (besides ? sql`(${waits} and ${besides})` : sql`(${waits})`)

/** The same of those that wait, and are looked at once for it. */
export const waitingOf = (kind: CaseKind, reviewHours: number) =>
  sql`${casesOf(kind, reviewHours, raw('true'))} ${waiting(kind)}`

/** Of those, the ones that wait. */
export const waiting = ({ waits, besides }: CaseKind) =>
  besides ? sql`and ${waits} and ${besides}` : sql`and ${waits}`
