import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Request } from './request.ts'

/** The key of a request, found across all users with the operator role. */

export type RequestKey = Pick<Request, 'user_id' | 'id'>

/** Due requests without a lease, those that have waited longest first. */
export async function dueRequests(operator: pg.Pool, now: Date, max: number): Promise<RequestKey[]> {
  const { rows } = await operator.query<RequestKey>(sql`
    select user_id, id from fund_recovery_requests
    where next_action_at <= ${now} and (lease is null or leased_until <= now())
    order by next_action_at limit ${max}`)
  return rows
}

/**
 * Requests whose recovery has changed at DICT since our last query. Ended ones, and those of other participants, are
 * excluded.
 */
export async function requestsBehind(
  operator: pg.Pool,
  events: { entity_id: string; timestamp: string }[],
): Promise<RequestKey[]> {
  const { rows } = await operator.query<RequestKey>(sql`
    select distinct user_id, id
    from unnest(${events.map(({ entity_id }) => entity_id)}::uuid[], ${events.map(({ timestamp }) => timestamp)}::timestamptz[])
      as told (dict_id, at) join fund_recovery_requests using (dict_id)
    where next_action_at is not null and (dict_modified_at is null or dict_modified_at < told.at)`)
  return rows
}

/** Requests whose returned money has not been found in the ledger, and whose next search is due. */
export async function requestsToCredit(operator: pg.Pool, now: Date, max: number): Promise<RequestKey[]> {
  const { rows } = await operator.query<RequestKey>(sql`
    select user_id, id from fund_recovery_requests
    where credits_due_at <= ${now} order by credits_due_at limit ${max}`)
  return rows
}
