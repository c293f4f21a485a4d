import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'

/**
 * Interface for the refunds area, which knows whether a refund is still possible: held amounts of all users, and when
 * to check them again.
 */

export interface RefundHold {
  user_id: string
  id: string
  funds_recovery_id: string | null
  /** The participant to which the report is addressed, if it is not the institution itself. */
  participant: string | null
  /** When DICT received the report. */
  created_at: string
}

/** Held amounts that are due for a check, those that have waited longest first. */
export async function heldToCheck(operator: pg.Pool, now: Date, max: number): Promise<RefundHold[]> {
  const { rows } = await operator.query<RefundHold>(sql`
    select user_id, id, funds_recovery_id, participant, created_at from infraction_notifications
    where hold_check_at <= ${now} order by hold_check_at limit ${max}`)
  return rows
}

/** Makes the amounts held for these recoveries due now, because the recoveries changed. */
export async function checkHeldFor(operator: pg.Pool, recovery_ids: string[], now: Date): Promise<void> {
  await operator.query(sql`
    update infraction_notifications set hold_check_at = ${now}
    where funds_recovery_id = any(${recovery_ids}) and hold_check_at > ${now}`)
}

/** An internal column that clients do not see, so the version stays the same. */
export function checkHeldAgain(tx: Tx, id: string, at: Date): void {
  tx.write(sql`
    update infraction_notifications set hold_check_at = ${at}
    where user_id = ${tx.scope.user_id} and id = ${id} and hold_check_at is not null`)
}
