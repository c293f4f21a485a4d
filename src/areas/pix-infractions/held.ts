import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Tx } from '../../gate/transaction.ts'

/** The door for who knows whether a refund can still come: what is held for one, of all users, and when to look again. */

export interface Held {
  user_id: string
  id: string
  funds_recovery_id: string | null
  /** Whom the report is addressed to, if not ourselves. */
  participant: string | null
  /** When DICT had the report. */
  created_at: string
}

/** Those whose time to be looked at has come, who have waited longest before the rest. */
export async function heldToCheck(operator: pg.Pool, now: Date, max: number): Promise<Held[]> {
  const { rows } = await operator.query<Held>(sql`
    select user_id, id, funds_recovery_id, participant, created_at from infraction_notifications
    where hold_check_at <= ${now} order by hold_check_at limit ${max}`)
  return rows
}

/** Something happened to these recoveries: what is held for them is looked at now. */
export async function checkHeldFor(operator: pg.Pool, recovery_ids: string[], now: Date): Promise<void> {
  await operator.query(sql`
    update infraction_notifications set hold_check_at = ${now}
    where funds_recovery_id = any(${recovery_ids}) and hold_check_at > ${now}`)
}

/** Nothing that anybody sees, so no version of its own. */
export function checkHeldAgain(tx: Tx, id: string, at: Date): void {
  tx.write(sql`
    update infraction_notifications set hold_check_at = ${at}
    where user_id = ${tx.scope.user_id} and id = ${id} and hold_check_at is not null`)
}
