import sql from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'
import type { Notification } from './notification.ts'

/** The maximum number of earlier notifications shown with a case. */
const EARLIER_MAX = 20

export type EarlierNotification = Pick<
  Notification,
  | 'id'
  | 'transaction_id'
  | 'infraction_type'
  | 'situation_type'
  | 'status'
  | 'amount'
  | 'analysis_result'
  | 'analysis_fraud_type'
  | 'created_at'
>

/** Earlier notifications of the same wallet, newest first. */
export function earlierNotifications(
  tx: Tx,
  { id, wallet_id, created_at }: Pick<Notification, 'id' | 'wallet_id' | 'created_at'>,
): Promise<EarlierNotification[]> {
  return tx.query<EarlierNotification>(sql`
    select id, transaction_id, infraction_type, situation_type, status, amount, analysis_result, analysis_fraud_type,
      created_at
    from infraction_notifications
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} and created_at <= ${created_at}
      and (created_at, id) < (${created_at}, ${id})
    order by created_at desc, id desc limit ${EARLIER_MAX}`)
}
