import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { caseOrder, waitingCases } from '../../cases/case-rule.ts'
import { infractionCases } from './backoffice/cases.ts'

/** The notifications of all users that a job finds, the most urgent first, with the operator role. */

export interface NotificationKey {
  user_id: string
  id: string
}

async function keysOf(operator: pg.Pool, statement: Sql): Promise<NotificationKey[]> {
  return (await operator.query<NotificationKey>(statement)).rows
}

/** A call that DICT rejected is postponed, so that other rows are not delayed. */
const inTurn = (now: Date) => sql`(dict_retry_at is null or dict_retry_at <= ${now})`

/** Notifications whose verdict has not been sent to DICT. */
export function unsentVerdicts(operator: pg.Pool, now: Date, max: number): Promise<NotificationKey[]> {
  return keysOf(
    operator,
    sql`select user_id, id from infraction_notifications
      where status = 'IN_ANALYSIS' and decided_at is not null and ${inTurn(now)} order by due_date limit ${max}`,
  )
}

export function dueReminders(operator: pg.Pool, now: Date, max: number): Promise<NotificationKey[]> {
  return keysOf(
    operator,
    sql`select user_id, id from infraction_notifications
      where remind_at <= ${now} order by remind_at limit ${max}`,
  )
}

/** Notifications without a verdict that are due by a time. */
export function undecidedBy(operator: pg.Pool, due: Date, max: number): Promise<NotificationKey[]> {
  return keysOf(
    operator,
    sql`select case_user as user_id, case_id as id
      from ${waitingCases(infractionCases, sql`and ${caseOrder} <= ${due} order by ${caseOrder} limit ${max}`)}`,
  )
}

/** Notifications with the client's answer and without a verdict. */
export function answeredUndecided(operator: pg.Pool, max: number): Promise<NotificationKey[]> {
  return keysOf(
    operator,
    sql`select user_id, id from ${waitingCases(infractionCases, sql`order by ${caseOrder}`)}
      join infraction_notifications on user_id = case_user and id = case_id
      where status = 'IN_ANALYSIS' limit ${max}`,
  )
}

/** Reports that are not acknowledged at DICT, with or without an owner. */
export async function unacknowledgedReports(operator: pg.Pool, now: Date, max: number): Promise<UntoldReport[]> {
  const { rows } = await operator.query<UntoldReport>(sql`
    (select user_id, id, participant from infraction_notifications
      where dict_status = 'OPEN' and ${inTurn(now)} order by due_date limit ${max})
    union all
    (select null, id, report->>'counterparty_participant' from unmatched_infraction_reports
      where status = 'OPEN' and ${inTurn(now)} order by first_seen_at limit ${max})`)
  return rows
}

/** Without an owner when no ledger has reported the payment. */
export interface UntoldReport {
  user_id: string | null
  id: string
  /** The participant to which the report is addressed, if it is not the institution itself. */
  participant: string | null
}

interface KnownReport extends NotificationKey {
  reported_at: string
}

/** The stored reports with their owners. The owner does not change, even if the ledger later reports another record. */
export async function knownReports(operator: pg.Pool, ids: string[]): Promise<Map<string, KnownReport>> {
  const { rows } = await operator.query<KnownReport>(sql`
    select id, user_id, reported_at from infraction_notifications where id = any(${ids})`)
  return new Map(rows.map((known) => [known.id, known]))
}
