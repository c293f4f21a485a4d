import sql from 'sql-template-tag'
import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type RefundRequest, refundResults, refundStatuses } from '../refund-request.ts'

/** Interface for the infractions area: the refunds that followed a notification, and their results. */
export const RefundOfNotification = Type.Object(
  {
    id: Uuid,
    status: openEnum(refundStatuses),
    amount: Type.Integer({ description: 'Cents.' }),
    paid_amount: Type.Integer({ description: 'Cents.' }),
    analysis_result: Type.Optional(openEnum(refundResults)),
    due_date: DateTime,
    created_at: DateTime,
  },
  { title: 'RefundOfNotification' },
)
type NotificationRefund = Pick<
  RefundRequest,
  'id' | 'status' | 'amount' | 'paid_amount' | 'analysis_result' | 'due_date' | 'created_at'
>

const REFUNDS_MAX = 20

export function refundsOfNotification(tx: Tx, infraction_notification_id: string): Promise<NotificationRefund[]> {
  return tx.query<NotificationRefund>(sql`
    select id, status, amount, paid_amount, analysis_result, due_date, created_at from refund_requests
    where user_id = ${tx.scope.user_id} and infraction_notification_id = ${infraction_notification_id}
    limit ${REFUNDS_MAX}`)
}
