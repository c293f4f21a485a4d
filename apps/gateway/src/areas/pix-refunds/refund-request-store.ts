import sql from 'sql-template-tag'
import { caseOrder, waitingCases } from '../../cases/case-rule.ts'
import type { Page } from '../../http/page.ts'
import { forUpdate, repository, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { refundCases } from './backoffice/cases.ts'
import { type RefundRequest, RefundRequestReply } from './refund-request.ts'

const refunds = repository<RefundRequest>('refund_requests', RefundRequestReply, {
  // The requested refund and its requester never change.
  fixed: [
    'id',
    'user_id',
    'wallet_id',
    'transaction_id',
    'end_to_end_id',
    'infraction_notification_id',
    'funds_recovery_id',
    'reason',
    'description',
    'amount',
    'due_date',
    'monitor_account',
    'requesting_participant',
    'contested_participant',
    'refund_account',
    'created_at',
  ],
  kept: [
    'user_id',
    'analysis_details',
    'monitor_account',
    'requesting_participant',
    'contested_participant',
    'refund_account',
    'dict_status',
    'dict_refusal',
    'dict_retry_at',
    'replaced_ids',
    'overdue_at',
    'reported_at',
  ],
  json: ['payments'],
  cases: refundCases,
})

export const findRefundRequest = refunds.find
/** Returns false when it exists already. */
export const insertRefundRequest = refunds.insert
export const saveRefundRequest = refunds.save

/** Reads the request and locks it until the transaction ends. */
export function lockRefundRequest(tx: Tx, id: string): Promise<RefundRequest | undefined> {
  return findRefundRequest(tx, id, forUpdate)
}

/** Postpones the next DICT call. An internal column that clients do not see, so the version stays the same. */
export function postponeRefundRequest(tx: Tx, id: string, until: Date, refusal: string): void {
  tx.write(sql`
    update refund_requests set dict_retry_at = ${until}, dict_refusal = ${refusal}
    where user_id = ${tx.scope.user_id} and id = ${id} and status = 'ANSWERED'`)
}

/** Whether a refund of this notification is requested, or answered and not yet sent to DICT. */
export async function isRefundAsked(tx: Tx, infraction_notification_id: string): Promise<boolean> {
  const [asked] = await tx.query(sql`
    select from refund_requests where user_id = ${tx.scope.user_id}
      and infraction_notification_id = ${infraction_notification_id} and status in ('OPEN', 'ANSWERED') limit 1`)
  return asked !== undefined
}

/** Refunds that the core has neither paid nor rejected, of all users or of one. */
export function listWaitingRefunds(tx: Transaction, { user_id }: { user_id?: string | undefined }, page: Page) {
  return tx
    .query<RefundRequest>(sql`
      select ${refunds.columns} from ${waitingCases(refundCases, sql`${whereEquals({ user_id })} ${page.from(caseOrder)}`)}
      join refund_requests on user_id = case_user and id = case_id`)
    .then(page.together)
}

/** The owner of a refund, for callers that have only its id. */
export async function findRefundOwner(tx: Transaction, id: string): Promise<{ user_id: string } | undefined> {
  const [owner] = await tx.query<{ user_id: string }>(sql`select user_id from refund_requests where id = ${id}`)
  return owner
}

interface RefundFilters {
  status?: string
  reason?: string
  end_to_end_id?: string
  infraction_notification_id?: string
}

export function listRefundRequestsOf(
  tx: Tx,
  wallet_id: string,
  { status, reason, end_to_end_id, infraction_notification_id }: RefundFilters,
  page: Page,
): Promise<RefundRequest[]> {
  return tx.query<RefundRequest>(sql`
    select ${refunds.columns} from refund_requests
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id}
      ${whereEquals({ status, reason, end_to_end_id, infraction_notification_id })}
      ${page.clause}`)
}
