import sql from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { forUpdate, repository, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { infractionCases } from './backoffice/cases.ts'
import { type Notification, NotificationReply } from './notification.ts'

const notifications = repository<Notification>('infraction_notifications', NotificationReply, {
  // The report's subject and its owner never change.
  fixed: [
    'id',
    'user_id',
    'wallet_id',
    'transaction_id',
    'end_to_end_id',
    'received_amount',
    'participant',
    'due_date',
    'created_at',
  ],
  kept: [
    'user_id',
    'received_amount',
    'contact_information',
    'participant',
    'dict_status',
    'decided_at',
    'decided_by',
    'decision_reason',
    'remind_at',
    'hold_check_at',
    'reported_at',
  ],
  cases: infractionCases,
})

export const findNotification = notifications.find
/** Returns false when it exists already. */
export const insertNotification = notifications.insert
export const saveNotification = notifications.save

/** Writes the columns of a verdict or of a question to the client. */
export const saveDecision = notifications.only(
  'status',
  'question',
  'analysis_result',
  'analysis_details',
  'analysis_fraud_type',
  'decided_at',
  'decided_by',
  'decision_reason',
  'remind_at',
)

/** Reads the notification and locks it until the transaction ends. */
export function lockNotification(tx: Tx, id: string): Promise<Notification | undefined> {
  return findNotification(tx, id, forUpdate)
}

/** Postpones the next DICT call. An internal column that clients do not see, so the version stays the same. */
export function postponeNotification(tx: Tx, id: string, until: Date): void {
  tx.write(sql`
    update infraction_notifications set dict_retry_at = ${until} where user_id = ${tx.scope.user_id} and id = ${id}`)
}

interface NotificationFilters {
  status?: string
  infraction_type?: string
  end_to_end_id?: string
}

export function listNotificationsOf(
  tx: Tx,
  wallet_id: string,
  { status, infraction_type, end_to_end_id }: NotificationFilters,
  page: Page,
): Promise<Notification[]> {
  return tx.query<Notification>(sql`
    select ${notifications.columns} from infraction_notifications
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id}
      ${whereEquals({ status, infraction_type, end_to_end_id })}
      ${page.clause}`)
}
