import type pg from 'pg'
import sql from 'sql-template-tag'
import type { RefundRequest } from './refund-request.ts'

/** The refund requests of all users that a job finds, the most urgent first, with the operator role. */

export interface RefundKey {
  user_id: string
  id: string
}

/** Requests with the core's answer that was not sent to DICT. One that DICT rejected is postponed. */
export async function untoldAnswers(operator: pg.Pool, now: Date, max: number): Promise<RefundKey[]> {
  const { rows } = await operator.query<RefundKey>(sql`
    select user_id, id from refund_requests
    where status = 'ANSWERED' and (dict_retry_at is null or dict_retry_at <= ${now}) order by due_date limit ${max}`)
  return rows
}

/** Overdue requests whose event was not emitted yet. */
export async function overdueRefunds(operator: pg.Pool, now: Date, max: number): Promise<RefundKey[]> {
  const { rows } = await operator.query<RefundKey>(sql`
    select user_id, id from refund_requests where overdue_at <= ${now} order by overdue_at limit ${max}`)
  return rows
}

interface KnownRefund extends RefundKey {
  reported_at: string
}

/** The stored refunds with their owners. */
export async function knownRefunds(operator: pg.Pool, ids: string[]): Promise<Map<string, KnownRefund>> {
  const { rows } = await operator.query<KnownRefund>(sql`
    select id, user_id, reported_at from refund_requests where id = any(${ids})`)
  return new Map(rows.map((known) => [known.id, known]))
}

/** The fields of a refund for the core: everything needed to pay it, and its status. */
type ToPay = Omit<
  RefundRequest,
  'dict_retry_at' | 'replaced_ids' | 'overdue_at' | 'reported_at' | 'dict_status' | 'version'
>

const toPay = sql`user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_notification_id, funds_recovery_id,
  reason, description, amount, status, analysis_result, rejection_reason, analysis_details, paid_amount, payments, due_date,
  monitor_account, monitored_until, requesting_participant, contested_participant, refund_account, dict_refusal, created_at, updated_at`

/** Finds one refund of any user. */
export async function findToPay(operator: pg.Pool, id: string): Promise<ToPay | undefined> {
  const { rows } = await operator.query<ToPay>(sql`select ${toPay} from refund_requests where id = ${id}`)
  return rows[0]
}

/** Refunds that wait for the core, the earliest deadline first. */
export async function listToPay(operator: pg.Pool, max: number): Promise<ToPay[]> {
  const { rows } = await operator.query<ToPay>(sql`
    select ${toPay} from refund_requests where status = 'OPEN' order by due_date, id limit ${max}`)
  return rows
}
