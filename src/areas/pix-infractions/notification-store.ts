import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../gate/transaction.ts'
import { type Notification, NotificationReply } from './notification.ts'

const kept = ['user_id', 'remind_at', 'reported_at', 'version'] as const
const names = [...Object.keys(NotificationReply.properties), ...kept] as (keyof Notification)[]
const columns = raw(names.join(', '))

export async function findNotification(tx: Tx, id: string, lock: Sql = empty): Promise<Notification | undefined> {
  const [notification] = await tx.query<Notification>(sql`
    select ${columns} from infraction_notifications where user_id = ${tx.scope.user_id} and id = ${id} ${lock}`)
  return notification
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockNotification(tx: Tx, id: string): Promise<Notification | undefined> {
  return findNotification(tx, id, sql`for update`)
}

/** False when it was there already. */
export async function insertNotification(tx: Tx, notification: Notification): Promise<boolean> {
  const owned = { ...notification, user_id: tx.scope.user_id }
  const inserted = await tx.query(sql`
    insert into infraction_notifications (${columns}) values (${join(names.map((name) => owned[name]))})
    on conflict (user_id, id) do nothing returning id`)
  return inserted.length === 1
}

/** Everything that moves. What the report was about, and whose it is, stays as it came. */
const fixed = new Set([
  'user_id',
  'wallet_id',
  'id',
  'transaction_id',
  'end_to_end_id',
  'amount',
  'due_date',
  'created_at',
])
const moving = names.filter((name) => !fixed.has(name))

export function saveNotification(tx: Tx, notification: Notification): void {
  const changes = moving.map((name) => sql`${raw(name)} = ${notification[name]}`)
  tx.write(sql`
    update infraction_notifications set ${join(changes)}
    where user_id = ${tx.scope.user_id} and id = ${notification.id}`)
}

interface NotificationFilters {
  status?: string
  infraction_type?: string
  end_to_end_id?: string
  created_at_start?: string
  created_at_end?: string
}

export async function listNotificationRows(
  tx: Tx,
  wallet_id: string,
  { created_at_start, created_at_end, ...equal }: NotificationFilters,
  page: Sql,
): Promise<Notification[]> {
  const conditions = (['status', 'infraction_type', 'end_to_end_id'] as const).flatMap((field) =>
    equal[field] === undefined ? [] : [sql`and ${raw(field)} = ${equal[field]}`],
  )
  if (created_at_start) conditions.push(sql`and created_at >= ${created_at_start}`)
  if (created_at_end) conditions.push(sql`and created_at < ${created_at_end}`)
  return tx.query<Notification>(sql`
    select ${columns} from infraction_notifications
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} ${conditions.length > 0 ? join(conditions, ' ') : empty}
      ${page}`)
}
