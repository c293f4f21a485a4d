import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { Page } from '../../gate/page.ts'
import type { Refund } from '../../partners/dict/refunds.ts'
import type { RefundReason } from '../../partners/dict/values.ts'
import { dueAt } from './deadlines.ts'

/** Refunds of payments no ledger told us of. Kept whole, so that nothing is lost when their owner becomes known. */
export async function keepUnclaimed(operator: pg.Pool, refund: Refund): Promise<void> {
  const { id, transaction_id, status, last_modified, refund_reason, funds_recovery_id, creation_time } = refund
  const asked = { reason: refund_reason as RefundReason, funds_recovery_id: funds_recovery_id ?? null }
  await operator.query(sql`
    insert into unclaimed_refunds as kept (id, end_to_end_id, status, refund, reported_at, due_date)
    values (${id}, ${transaction_id}, ${status}, ${refund}, ${last_modified}, ${dueAt(asked, new Date(creation_time))})
    on conflict (id) do update
      set status = excluded.status, refund = excluded.refund, reported_at = excluded.reported_at
      where kept.reported_at < excluded.reported_at`)
}

/** Those whose payment has become known since, oldest first. */
export async function claimable(operator: pg.Pool, max: number): Promise<Refund[]> {
  const { rows } = await operator.query<{ refund: Refund }>(sql`
    select refund from unclaimed_refunds unclaimed
    where exists (select from transactions where end_to_end_id = unclaimed.end_to_end_id)
    order by first_seen_at limit ${max}`)
  return rows.map(({ refund }) => refund)
}

/** What still waits for its owner to become known. */
export const waitingRefunds = sql`status not in ('CLOSED', 'CANCELLED')`

interface UnclaimedRefund {
  id: string
  end_to_end_id: string
  status: string
  reason: string
  amount: number
  requesting_participant: string
  first_seen_at: string
  due_date: string
}

/** The same for who looks at them page by page, what is due first before the rest. */
export function listUnclaimed(tx: Transaction, page: Page): Promise<UnclaimedRefund[]> {
  return tx.query<UnclaimedRefund>(sql`
    select id, end_to_end_id, status, refund->>'refund_reason' as reason, (refund->>'refund_amount')::bigint as amount,
      refund->>'requesting_participant' as requesting_participant, first_seen_at, due_date
    from unclaimed_refunds where ${waitingRefunds} ${page.clause}`)
}

/** After they were kept with their owners, and not before. */
export async function forgetClaimed(operator: pg.Pool, ids: string[]): Promise<void> {
  await operator.query(sql`
    delete from unclaimed_refunds where id = any(${ids})
      and exists (select from refund_requests kept where kept.id = unclaimed_refunds.id)`)
}
