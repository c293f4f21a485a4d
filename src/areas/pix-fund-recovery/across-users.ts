import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Request } from './request.ts'

/** What is found among the requests of every user. Under the operator's role. */

export type RequestKey = Pick<Request, 'user_id' | 'id'>

/** Those whose time has come and whom nobody has in hand, who have waited longest before the rest. */
export async function dueRequests(operator: pg.Pool, now: Date, max: number): Promise<RequestKey[]> {
  const { rows } = await operator.query<RequestKey>(sql`
    select user_id, id from fund_recovery_requests
    where next_action_at <= ${now} and (lease is null or leased_until <= now())
    order by next_action_at limit ${max}`)
  return rows
}

/** Those that DICT says have changed since we last asked. What has ended, or is another bank's, is none. */
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

/** Those that brought money which has not been found in the ledger, whose time to be looked for has come. */
export async function requestsToCredit(operator: pg.Pool, now: Date, max: number): Promise<RequestKey[]> {
  const { rows } = await operator.query<RequestKey>(sql`
    select user_id, id from fund_recovery_requests
    where credits_due_at <= ${now} order by credits_due_at limit ${max}`)
  return rows
}
