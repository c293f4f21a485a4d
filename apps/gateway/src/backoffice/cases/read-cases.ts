import sql, { join, raw, type Sql } from 'sql-template-tag'
import { NOBODY } from '../../cases/case-rule.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { masked, withMasks } from '../masked.ts'
import type { Case } from './case.ts'
import { type CaseKind, hoursBefore } from './case-kind.ts'

export interface CaseKey {
  kind: string
  id: string
  /** All zeros where no ledger has reported the user. */
  user_id: string
}

/**
 * Cases as they are displayed: the columns of each kind's record, its assignee and its waiting proposal. `found` returns the
 * keys, whether each is open, and the assignee. One statement: each record is looked up by its key, and no case closes
 * between the list and its records.
 */
export async function readCases(tx: Transaction, kinds: CaseKind[], found: Sql, reviewHours: number): Promise<Case[]> {
  const records = kinds.map((kind) => recordOf(kind, reviewHours))
  const cases = await tx.query<Case>(sql`
    select found.kind, record.*, found.waiting, found.assigned_to, found.assigned_name, proposal.proposal_id,
      proposal.proposed_by, proposal.proposed_by_name
    from ${found} found
    cross join lateral (${join(records, ' union all ')}) record
    left join lateral (${proposal}) proposal on true`)
  const canDecide = new Set<string>(kinds.flatMap(({ name, decidable }) => (decidable ? [name] : [])))
  return cases.map((one) =>
    // In a list a name only has to tell one case from another, so initials are enough.
    withMasks<Case>(
      { ...one, decidable: canDecide.has(one.kind) && one.waiting && one.proposal_id === null },
      { subject: masked.name },
    ),
  )
}

function recordOf(kind: CaseKind, reviewHours: number): Sql {
  const { name, table, of, there, since, due_at, shows } = kind
  const { under_id = 'null', amount = 'null', opened_at, topic = 'null', subject = 'null' } = shows
  const deadline = `${due_at ?? since} + interval '${hoursBefore(kind, reviewHours)} hours'`
  return sql`
    select id, ${raw(of ? 'user_id' : 'null::uuid as user_id')}, ${raw(under_id)}::uuid as under_id, ${raw(deadline)} as deadline,
      ${raw(amount)}::bigint as amount, ${raw(opened_at)} as opened_at, status,
      ${raw(of ? 'version' : 'null')}::bigint as version, ${raw(topic)}::text as topic, ${raw(subject)}::text as subject
    from ${raw(table)} where found.kind = ${raw(`'${name}'`)} and id = found.id
      ${raw(of ? 'and user_id = found.user_id' : '')} and ${there ?? raw('true')}`
}

/** A proposal about a step belongs to its onboarding and names the step. */
const proposal = sql`
  select id as proposal_id, proposed_by, proposed_by_name from proposals
  where subject_id = (case found.kind when 'onboarding_step' then record.under_id else record.id end)::text
    and status = 'PENDING' and lapses_at > now() and user_id = record.user_id
    and (found.kind = 'onboarding_step' or subject_type = found.kind)
    and (found.kind <> 'onboarding_step' or params->>'step_id' = record.id::text)
  order by lapses_at limit 1`

/** The same for cases known by their keys, open or closed. */
export const ofKeys = (keys: CaseKey[]) => sql`
  (select key.kind, key.id, key.user_id, held.waiting is not null as waiting, held.assigned_to, held.assigned_name
   from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ id }) => id)}::uuid[],
     ${keys.map(({ user_id }) => user_id)}::uuid[]) as key (kind, id, user_id)
   left join lateral (
     select true as waiting, assigned_to, assigned_name from cases
     where user_id = key.user_id and kind = key.kind and id = key.id limit 1) held on true)`

/** The user column of the kind's table, as part of a key: the id of all zeros where the kind has no users. */
export const keyUser = ({ of }: CaseKind) => raw(of ? 'user_id' : `'${NOBODY}'::uuid as user_id`)
