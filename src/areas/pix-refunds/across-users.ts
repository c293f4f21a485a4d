import type pg from 'pg'
import sql from 'sql-template-tag'
import type { RefundRequest } from './refund-request.ts'

/** What is found among the refund requests of every user, the most urgent first. Under the operator's role. */

export interface RefundKey {
  user_id: string
  id: string
}

/** Those the core has answered and DICT has not been told of. What DICT would not take waits for its time. */
export async function untoldAnswers(operator: pg.Pool, now: Date, max: number): Promise<RefundKey[]> {
  const { rows } = await operator.query<RefundKey>(sql`
    select user_id, id from refund_requests
    where status = 'ANSWERED' and (dict_retry_at is null or dict_retry_at <= ${now}) order by due_date limit ${max}`)
  return rows
}

/** Those whose time to be paid is over, which nobody was told yet. */
export async function overdueRefunds(operator: pg.Pool, now: Date, max: number): Promise<RefundKey[]> {
  const { rows } = await operator.query<RefundKey>(sql`
    select user_id, id from refund_requests where overdue_at <= ${now} order by overdue_at limit ${max}`)
  return rows
}

interface KnownRefund extends RefundKey {
  reported_at: string
}

/** The refunds we have, with whose they are. */
export async function knownRefunds(operator: pg.Pool, ids: string[]): Promise<Map<string, KnownRefund>> {
  const { rows } = await operator.query<KnownRefund>(sql`
    select id, user_id, reported_at from refund_requests where id = any(${ids})`)
  return new Map(rows.map((known) => [known.id, known]))
}

/** What the core is told of a refund: all there is to pay it, and where it stands. */
type ToPay = Omit<
  RefundRequest,
  'dict_retry_at' | 'replaced_ids' | 'overdue_at' | 'reported_at' | 'dict_status' | 'version'
>

const toPay = sql`user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_notification_id, funds_recovery_id,
  reason, description, amount, status, analysis_result, rejection_reason, analysis_details, paid_amount, payments, due_date,
  monitor_account, monitored_until, requesting_participant, contested_participant, refund_account, dict_refusal, created_at, updated_at`

/** One of them, of whatever user. */
export async function findToPay(operator: pg.Pool, id: string): Promise<ToPay | undefined> {
  const { rows } = await operator.query<ToPay>(sql`select ${toPay} from refund_requests where id = ${id}`)
  return rows[0]
}

/** Those that wait for the core, what is due first before the rest. */
export async function listToPay(operator: pg.Pool, max: number): Promise<ToPay[]> {
  const { rows } = await operator.query<ToPay>(sql`
    select ${toPay} from refund_requests where status = 'OPEN' order by due_date, id limit ${max}`)
  return rows
}
