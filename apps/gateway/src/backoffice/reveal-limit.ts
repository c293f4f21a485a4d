/** Rate limit of reveals and searches for each person, over all processes: entries of the audit log are counted. */
import sql from 'sql-template-tag'
import { runTransaction, type Transaction } from '../platform/db/transaction.ts'
import { writeJournal } from './audit-log/write-audit-log.ts'
import { type Actor, perform } from './audited-action.ts'
import type { AuditedAction, DeskRoute } from './backoffice-route.ts'
import { revealsLimited } from './faults.ts'
import { deskReveals, deskRevealsRefused } from './metrics.ts'
import type { Desk } from './services.ts'

/** What a person reads beyond the masked fields of a case. */
type RevealKind = 'reveal' | 'search'

/** The entry in the audit log of a person who reached a limit. People who lead read it among the figures. */
export const REACHED = 'reachRevealLimit'

/** Performs an act, and counts it where it reveals or searches. */
export type PerformLimited = <T>(route: DeskRoute, doer: Actor, act: AuditedAction<T>) => Promise<T>

export function createRevealLimit(desk: Desk, routes: DeskRoute[]): PerformLimited {
  const { DESK_REVEALS_PER_HOUR, DESK_SEARCHES_PER_HOUR } = desk.settings
  const limits: Record<RevealKind, number> = { reveal: DESK_REVEALS_PER_HOUR, search: DESK_SEARCHES_PER_HOUR }
  const namesOf = (kind: RevealKind) => routes.filter(({ reveals }) => reveals === kind).map(({ name }) => name)
  const operations: Record<RevealKind, string[]> = { reveal: namesOf('reveal'), search: namesOf('search') }

  return async ({ reveals: kind }, doer, act) => {
    if (!kind) return (await perform(desk, doer, act)).answer
    const limit = limits[kind]
    let refused = false
    const work: typeof act.work = async (tx) => {
      const seconds = await secondsToWait(tx, doer.person.id, operations[kind], limit)
      refused = seconds !== undefined
      if (refused) throw revealsLimited({ headers: { 'retry-after': String(seconds) }, members: { limit } })
      return act.work(tx)
    }
    try {
      const { answer } = await perform(desk, doer, { ...act, work })
      desk.metrics.count(deskReveals, { kind })
      return answer
    } catch (error) {
      if (refused) await report(desk, doer, kind, limit)
      throw error
    }
  }
}

/**
 * Undefined below the limit. The lock lasts until the entry of this act is committed, so that concurrent acts are counted
 * one by one.
 */
async function secondsToWait(
  tx: Transaction,
  person_id: string,
  operations: string[],
  limit: number,
): Promise<number | undefined> {
  await lockPerson(tx, person_id)
  const [counted] = await tx.query<{ used: number; seconds: number }>(sql`
    select count(*)::integer as used,
      ceil(extract(epoch from min(at) + interval '1 hour' - statement_timestamp()))::integer as seconds
    from (
      select at from audit_log
      where actor_id = ${person_id} and at > statement_timestamp() - interval '1 hour' and operation = any (${operations}::text[])
      order by at desc, sequence desc limit ${limit}) latest`)
  return counted!.used < limit ? undefined : Math.max(1, counted!.seconds)
}

const lockPerson = (tx: Transaction, person_id: string) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('reveals of ' || ${person_id}::text, 0))`)

/** Once an hour for each kind, however often the person tries again. */
async function report(desk: Desk, { person, role, request_id }: Actor, kind: RevealKind, limit: number): Promise<void> {
  desk.metrics.count(deskRevealsRefused, {})
  await runTransaction(desk.pool, {
    async work(tx) {
      await lockPerson(tx, person.id)
      const known = await tx.query(sql`
        select 1 from audit_log
        where actor_id = ${person.id} and at > statement_timestamp() - interval '1 hour'
          and operation = ${REACHED} and subject_id = ${kind} limit 1`)
      if (known.length > 0) return
      writeJournal(tx, undefined, {
        actor_id: person.id,
        actor_name: person.name,
        actor_kind: person.kind,
        role,
        credential_id: person.credential_id,
        network: person.network,
        operation: REACHED,
        reason: null,
        user_id: null,
        subject_type: 'reveal_limit',
        subject_id: kind,
        proposal_id: null,
        request_id,
        changes: { limit },
        sealed: null,
        records: [],
      })
    },
  })
}
