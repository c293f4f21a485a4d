import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { type Role, viewerRoles } from '../role.ts'

/** Every subject of a timeline, by its name in the journal. The timeline of a step is that of its onboarding. */
export const storyNames = [
  'infraction',
  'refund',
  'recovery',
  'unclaimed_report',
  'unclaimed_refund',
  'client',
  'account',
  'onboarding',
] as const
export type StoryName = (typeof storyNames)[number]

/**
 * Subject of a timeline. Some ids are chosen by users and unique only per user, so `user_id` is part of the key. Null for a
 * record without an owner.
 */
export interface TimelineSubject {
  id: string
  user_id: string | null
}

/** How an area contributes to the timeline of its records. For all of them the journal contributes the acts of staff. */
export interface TimelineSource {
  name: StoryName
  /** Roles that may read it: those that may read the case. */
  roles: readonly Role[]
  /** Finds the record, of this user. */
  there: (hero: TimelineSubject) => Sql
  /** The operation after which free text is shown unmasked. Absent where nothing can be revealed. */
  revealedBy?: string
  /**
   * Further subjects of the record in the journal, as a condition over `subject_type` and `subject_id`. Each is read
   * separately.
   */
  besides?: (hero: TimelineSubject) => Sql[]
  /**
   * Entries from sources other than staff, each a statement of `timelineQuery`. Requests by staff are excluded, so that nothing
   * appears twice.
   */
  told: (hero: TimelineSubject, acts: string[]) => Sql[]
}

type TimelineColumn = 'at' | 'what' | 'actor' | 'reason' | 'status' | 'about_id' | 'step_id' | 'legal_representative_id'
interface Telling extends Partial<Record<TimelineColumn, string>> {
  by: 'activity' | 'event'
  /** The sort order of entries with the same time, as text. */
  order: string
  at: string
  what: string
  details?: string
  request_id?: string
}

/** At the same time: first the recorded change, then its event, then the act of staff. */
const ranks = { activity: '1', event: '2', journal: '3' }

/** A number as text that sorts numerically. */
export const ordered = (number: string) => `lpad(${number}::text, 19, '0')`

const or = (expression: string | undefined, type: string) => `(${expression ?? 'null'})::${type}`

/** Finds the entries of one record by the record and sorts them. Without this the planner may scan all records by time. */
export const wholly = raw('offset 0')

/** Maps columns of a table to an entry. `rest` has the table and its conditions. */
export function timelineQuery(
  { by, order, at, what, actor, reason, status, about_id, step_id, legal_representative_id, ...more }: Telling,
  rest: Sql,
): Sql {
  const columns = [
    `('${ranks[by]}' || ${order}) collate "C" as id, ${at} as at, '${by}' as told_by, ${what} as what`,
    `${or(actor, 'text')} as actor, null::text as actor_id, null::text as role, ${or(reason, 'text')} as reason`,
    `${or(status, 'text')} as status, ${or(about_id, 'uuid')} as about_id, ${or(step_id, 'uuid')} as step_id`,
    `${or(legal_representative_id, 'uuid')} as legal_representative_id, null::uuid as proposal_id`,
    `${or(more.details, 'jsonb')} as details, ${more.request_id ?? 'request_id'} as request_id`,
  ]
  return sql`select ${raw(columns.join(', '))} ${rest} ${wholly}`
}

/** Acts of staff on it. */
export const actOf = (condition: Sql, { user_id }: TimelineSubject) => sql`
  select (${raw(`'${ranks.journal}' || ${ordered('sequence')}`)}) collate "C" as id, at, 'journal' as told_by, operation as what,
    actor_name as actor, actor_id, role, reason, null::text as status, null::uuid as about_id, null::uuid as step_id,
    null::uuid as legal_representative_id, proposal_id, changes as details, request_id
  from audit_log where ${condition} and user_id is not distinct from ${user_id}::uuid`

/**
 * Events of the user, without those of acts of staff, which the journal contributes. Events before the record's creation
 * belong to another record with the same id.
 */
export const eventEntries = (
  table: string,
  types: string,
  { id, user_id }: TimelineSubject,
  acts: string[],
  besides: Sql = empty,
) =>
  timelineQuery(
    { by: 'event', order: ordered('sequence'), at: 'created_at', what: 'type', details: 'data' },
    sql`from events where user_id = ${user_id} and object_id = ${id} and type like ${raw(`'${types}.%'`)}
      and created_at >= (select created_at from ${raw(table)} one where one.user_id = ${user_id} and one.id = ${id})
      and request_id <> all(${acts}::text[]) ${besides}`,
  )

/** Finds a record of a user. */
export const ofUser = (table: string, { id, user_id }: TimelineSubject) =>
  sql`select from ${raw(table)} where user_id = ${user_id} and id = ${id}`

/** Finds one without an owner so far. */
export const ofNobody = (table: string, { id, user_id }: TimelineSubject) =>
  sql`select from ${raw(table)} where id = ${id} and ${user_id}::uuid is null`

/** A record no ledger reported: its arrival, and its assignments. */
export const unclaimedStory = (name: StoryName, table: string): TimelineSource => ({
  name,
  roles: [...viewerRoles, 'operator'],
  there: (hero) => ofNobody(table, hero),
  told: ({ id }) => [
    timelineQuery(
      { by: 'activity', order: "''", at: 'first_seen_at', what: "'received'", actor: "'gateway'", request_id: "''" },
      sql`from ${raw(table)} where id = ${id}`,
    ),
  ],
})
