import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { CaseKind } from './case-kind.ts'
import { caseTaken } from './errors.ts'

/** Whose a case is that is nobody's yet. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** As many as one person has in hand. */
export const ASSIGNMENTS_MAX = 500

export interface Assignment {
  kind: string
  case_id: string
  user_id: string | null
  assigned_to: string
  assigned_name: string
}

type Held = Pick<Assignment, 'kind' | 'case_id' | 'user_id'>

type Hand = Pick<Assignment, 'assigned_to' | 'assigned_name'>

/**
 * Who has the case in hand. An advisory lock until the end of the transaction: of two callers who take or decide the same case
 * at once, the second reads what the first did.
 */
export async function lockHand(tx: Transaction, { kind, case_id, user_id }: Held): Promise<Hand | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('case in hand ' || ${case_id}::uuid::text, 0))`)
  const [hand] = await tx.query<Hand>(sql`
    select assigned_to, assigned_name from case_assignments
    where kind = ${kind} and case_id = ${case_id} and user_id = ${user_id ?? NOBODY}`)
  return hand
}

/**
 * Optimistic locking over who has a case in hand: a colleague's case is taken or decided only by a caller who names that
 * colleague in `taken_from`. Returns the colleague.
 */
export function refuseTaken(
  hand: Hand | undefined,
  person_id: string,
  taken_from: string | undefined,
): string | undefined {
  if (!hand || hand.assigned_to === person_id) return undefined
  if (hand.assigned_to !== taken_from) throw caseTaken({ members: { ...hand } })
  return hand.assigned_to
}

/** Into whose hands it goes; whoever had it before has it no longer. */
export function putInHand(
  tx: Transaction,
  { kind, case_id, user_id, assigned_to, assigned_name }: Assignment,
  now: Date,
): void {
  tx.write(sql`
    insert into case_assignments (kind, case_id, user_id, assigned_to, assigned_name, assigned_at)
    values (${kind}, ${case_id}, ${user_id ?? NOBODY}, ${assigned_to}, ${assigned_name}, ${now})
    on conflict (kind, case_id, user_id) do update set assigned_to = excluded.assigned_to,
      assigned_name = excluded.assigned_name, assigned_at = excluded.assigned_at`)
}

export function takeFromHand(tx: Transaction, { kind, case_id, user_id }: Held): void {
  tx.write(sql`
    delete from case_assignments where kind = ${kind} and case_id = ${case_id} and user_id = ${user_id ?? NOBODY}`)
}

/** What a person has in hand, which is not much. */
export const heldBy = (tx: Transaction, person_id: string) =>
  tx.query<Held>(sql`select kind, case_id, user_id from case_assignments where assigned_to = ${person_id}`)

/** Of which kinds somebody has something in hand: of the others nothing is to be found. */
export const kindsOf = (kinds: CaseKind[], held: Held[]): CaseKind[] =>
  kinds.filter(({ name }) => held.some(({ kind }) => kind === name))

/** Whether a row of this kind is one of those. They are found by their ids, which are other users' too where users choose them. */
export function among({ name, shows }: CaseKind, held: Held[]): Sql {
  const of = held.filter(({ kind }) => kind === name)
  const ids = of.map(({ case_id }) => case_id)
  const found = sql`id = any(${ids}::uuid[])`
  if (shows.user_id === undefined) return found
  return sql`${found} and (id, user_id) in (select * from unnest(${ids}::uuid[], ${of.map(({ user_id }) => user_id)}::uuid[]))`
}

/**
 * Nobody has it in hand, or nobody but this person. All that is in hand of a kind is read once: a person has so many and no
 * more. It asks nothing of a row but its name, so that the rows may be on other nodes.
 */
export function inNoHand({ name, shows }: CaseKind, but: string | null): Sql {
  const [row, held] = shows.user_id ? ['(id, user_id)', 'case_id, user_id'] : ['id', 'case_id']
  return sql`${raw(row)} not in (select ${raw(held)} from case_assignments
    where kind = ${raw(`'${name}'`)} ${but === null ? empty : sql`and assigned_to <> ${but}`})`
}

/** How many cases a person has in hand. Those that no longer wait for anybody are forgotten on the way. */
export async function countInHand(tx: Transaction, kinds: CaseKind[], person_id: string): Promise<number> {
  const held = await heldBy(tx, person_id)
  const asked = kindsOf(kinds, held).map((kind) =>
    tx.query<Held>(sql`
      select ${raw(`'${kind.name}'`)} as kind, id as case_id, ${raw(kind.shows.user_id ? 'user_id' : `'${NOBODY}'::uuid`)} as user_id
      from ${raw(kind.table)} where ${kind.waits} and ${among(kind, held)}`),
  )
  const waiting = new Set((await Promise.all(asked)).flat().map(nameOf))
  const over = held.filter((one) => !waiting.has(nameOf(one)))
  for (const one of over) takeFromHand(tx, one)
  return held.length - over.length
}

const nameOf = ({ kind, case_id, user_id }: Held) => `${kind} ${case_id} ${user_id}`

/** What the journal calls a person: whoever has never done anything here is nobody to hand a case to. */
export async function findColleague(tx: Transaction, id: string): Promise<{ id: string; name: string } | undefined> {
  const [found] = await tx.query<{ id: string; name: string }>(sql`
    select actor_id as id, actor_name as name from journal where actor_id = ${id} order by sequence desc limit 1`)
  return found
}
