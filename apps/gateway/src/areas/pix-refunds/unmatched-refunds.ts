import type pg from 'pg'
import sql from 'sql-template-tag'
import { caseOrder, waitingCases } from '../../cases/case-rule.ts'
import { endCases, writeCase } from '../../cases/write-cases.ts'
import type { Page } from '../../http/page.ts'
import type { RefundReason } from '../../partners/dict/enums.ts'
import type { DictRefundRequest } from '../../partners/dict/refunds.ts'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { unclaimedRefundCases } from './backoffice/cases.ts'
import { dueAt } from './deadlines.ts'

/**
 * Stores refunds of payments that no ledger has reported. They are stored whole, so that nothing is missing when the
 * owner becomes known.
 */
export async function keepUnclaimed(operator: pg.Pool, refund: DictRefundRequest): Promise<void> {
  const { id, transaction_id, status, last_modified, refund_reason, funds_recovery_id, creation_time } = refund
  const asked = { reason: refund_reason as RefundReason, funds_recovery_id: funds_recovery_id ?? null }
  await runTransaction(operator, {
    async work(tx) {
      const [kept] = await tx.query<UnmatchedRefundKey>(sql`
        insert into unmatched_refunds as kept (id, end_to_end_id, status, refund, reported_at, due_date)
        values (${id}, ${transaction_id}, ${status}, ${refund}, ${last_modified}, ${dueAt(asked, new Date(creation_time))})
        on conflict (id) do update
          set status = excluded.status, refund = excluded.refund, reported_at = excluded.reported_at
          where kept.reported_at < excluded.reported_at
        returning id, status, first_seen_at, due_date`)
      if (kept) writeCase(tx, unclaimedRefundCases, kept)
    },
  })
}

type UnmatchedRefundKey = Pick<UnclaimedRefund, 'id' | 'status' | 'first_seen_at' | 'due_date'>

/** Refunds whose payment has become known, oldest first. */
export async function claimable(operator: pg.Pool, max: number): Promise<DictRefundRequest[]> {
  const { rows } = await operator.query<{ refund: DictRefundRequest }>(sql`
    select refund from unmatched_refunds unclaimed
    where exists (select from transactions where end_to_end_id = unclaimed.end_to_end_id)
    order by first_seen_at limit ${max}`)
  return rows.map(({ refund }) => refund)
}

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

const columns = sql`
  id, end_to_end_id, status, refund->>'refund_reason' as reason, (refund->>'refund_amount')::bigint as amount,
  refund->>'requesting_participant' as requesting_participant, first_seen_at, due_date`

/** The refunds page by page, the earliest deadline first. */
export function listUnclaimed(tx: Transaction, page: Page): Promise<UnclaimedRefund[]> {
  return tx
    .query<UnclaimedRefund>(sql`
      select ${columns} from ${waitingCases(unclaimedRefundCases, page.from(caseOrder))}
      join unmatched_refunds on id = case_id`)
    .then(page.together)
}

/** One refund, whether it is still unmatched or was withdrawn. */
export async function findUnclaimed(tx: Transaction, id: string): Promise<UnclaimedRefund | undefined> {
  const [found] = await tx.query<UnclaimedRefund>(sql`select ${columns} from unmatched_refunds where id = ${id}`)
  return found
}

/** Deletes refunds after they were stored with their owners. */
export async function forgetClaimed(operator: pg.Pool, ids: string[]): Promise<void> {
  await runTransaction(operator, {
    async work(tx) {
      const claimed = await tx.query<{ id: string }>(sql`
        delete from unmatched_refunds where id = any(${ids})
          and exists (select from refund_requests kept where kept.id = unmatched_refunds.id)
        returning id`)
      endCases(
        tx,
        unclaimedRefundCases,
        claimed.map(({ id }) => id),
      )
    },
  })
}
