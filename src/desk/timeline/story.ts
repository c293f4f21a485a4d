import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { lookers, type Role } from '../role.ts'

/** Everything whose story is told, by the names the journal has for it. The story of a step is that of its onboarding. */
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

/** Whose story: users choose some ids themselves, so that whose it is belongs to the name. Null where it is nobody's. */
export interface Hero {
  id: string
  user_id: string | null
}

/** How an area tells what happened to one of its records. Who of the desk did what is told of all of them by the journal. */
export interface Story {
  name: StoryName
  /** Who may read it: whoever may look at the case. */
  roles: readonly Role[]
  /** Finds the record, of this user. */
  there: (hero: Hero) => Sql
  /** The operation after which what people wrote is read as it is. Absent where nothing is revealed. */
  revealedBy?: string
  /** What else the journal knows it by, as a condition over `subject_type` and `subject_id`: each is read by itself. */
  besides?: (hero: Hero) => Sql[]
  /**
   * What others than people of the desk tell, each a statement of `tellingOf`. Beside the requests of people of the desk, so
   * that nothing is told twice.
   */
  told: (hero: Hero, acts: string[]) => Sql[]
}

type Column = 'at' | 'what' | 'actor' | 'reason' | 'status' | 'about_id' | 'step_id' | 'legal_representative_id'
interface Telling extends Partial<Record<Column, string>> {
  by: 'activity' | 'event'
  /** In which order entries of one moment are, as text. */
  order: string
  at: string
  what: string
  details?: string
  request_id?: string
}

/** Of one moment, what was noted comes first, then who was told of it, then who of the desk it was. */
const ranks = { activity: '1', event: '2', journal: '3' }

/** A number as text that is in order as text. */
export const ordered = (number: string) => `lpad(${number}::text, 19, '0')`

const or = (expression: string | undefined, type: string) => `(${expression ?? 'null'})::${type}`

/**
 * What is told of one record is found by the record and then put in order. Without this it may be looked for in the order of
 * time, among what is told of all others.
 */
export const wholly = raw('offset 0')

/** The columns of an entry from those of a table, which `rest` names with its conditions. */
export function tellingOf(
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

/** What people of the desk did about it. */
export const actOf = (condition: Sql, { user_id }: Hero) => sql`
  select (${raw(`'${ranks.journal}' || ${ordered('sequence')}`)}) collate "C" as id, at, 'journal' as told_by, operation as what,
    actor_name as actor, actor_id, role, reason, null::text as status, null::uuid as about_id, null::uuid as step_id,
    null::uuid as legal_representative_id, proposal_id, changes as details, request_id
  from audit_log where ${condition} and user_id is not distinct from ${user_id}::uuid`

/**
 * What was told to the user's own systems, but for what a person of the desk did and the journal tells. Nothing was told before
 * the record was there, and another record may have the same id.
 */
export const eventsTold = (table: string, types: string, { id, user_id }: Hero, acts: string[], besides: Sql = empty) =>
  tellingOf(
    { by: 'event', order: ordered('sequence'), at: 'created_at', what: 'type', details: 'data' },
    sql`from events where user_id = ${user_id} and object_id = ${id} and type like ${raw(`'${types}.%'`)}
      and created_at >= (select created_at from ${raw(table)} one where one.user_id = ${user_id} and one.id = ${id})
      and request_id <> all(${acts}::text[]) ${besides}`,
  )

/** Finds a record of a user. */
export const ofUser = (table: string, { id, user_id }: Hero) =>
  sql`select from ${raw(table)} where user_id = ${user_id} and id = ${id}`

/** Finds one that is nobody's yet. */
export const ofNobody = (table: string, { id, user_id }: Hero) =>
  sql`select from ${raw(table)} where id = ${id} and ${user_id}::uuid is null`

/** What no ledger told us of: that it came, and who took it in hand. */
export const unclaimedStory = (name: StoryName, table: string): Story => ({
  name,
  roles: [...lookers, 'operator'],
  there: (hero) => ofNobody(table, hero),
  told: ({ id }) => [
    tellingOf(
      { by: 'activity', order: "''", at: 'first_seen_at', what: "'received'", actor: "'gateway'", request_id: "''" },
      sql`from ${raw(table)} where id = ${id}`,
    ),
  ],
})
