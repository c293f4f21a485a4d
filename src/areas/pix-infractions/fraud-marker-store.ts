import sql from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { FraudType } from '../../partners/dict/values.ts'

/** Who of ours says so, and why. */
export interface Said {
  by: string
  reason: string
}

/** The row by which the journal knows a mark. */
interface Mark {
  id: string
}

/** Keeps that one is about to be asked for, before it is. Undefined when this id was used for another kind of fraud. */
export async function keepAsked(
  tx: Transaction,
  request_id: string,
  fraud_type: FraudType,
  { by, reason }: Said,
): Promise<Mark | undefined> {
  const [mark] = await tx.query<Mark & { fraud_type: string }>(sql`
    insert into fraud_markers as kept (request_id, fraud_type, status, made_by, made_reason, made_at)
    values (${request_id}, ${fraud_type}, 'ASKED', ${by}, ${reason}, now())
    on conflict (request_id) do update set request_id = kept.request_id returning kept.id, kept.fraud_type`)
  return mark!.fraud_type === fraud_type ? mark : undefined
}

/** What became of it. What DICT has refused may be asked for again under another id. */
export async function keepMade(
  tx: Transaction,
  request_id: string,
  marker_id: string | undefined,
): Promise<Mark | undefined> {
  const [mark] = await tx.query<Mark>(sql`
    update fraud_markers set marker_id = ${marker_id ?? null}, status = ${marker_id ? 'REGISTERED' : 'REFUSED'}
    where request_id = ${request_id} and status in ('ASKED', 'REFUSED') returning id`)
  return mark
}

/** Also of one that we did not make by hand, but by agreeing with a report. Who took it back first stays named. */
export async function keepCancelled(
  tx: Transaction,
  marker_id: string,
  { by, reason }: Said,
): Promise<Mark | undefined> {
  const [mark] = await tx.query<Mark>(sql`
    insert into fraud_markers as kept (marker_id, status, cancelled_by, cancelled_reason, cancelled_at)
    values (${marker_id}, 'CANCELLED', ${by}, ${reason}, now())
    on conflict (marker_id) do update set status = 'CANCELLED', cancelled_by = excluded.cancelled_by,
      cancelled_reason = excluded.cancelled_reason, cancelled_at = excluded.cancelled_at
      where kept.cancelled_at is null
    returning kept.id`)
  return mark
}
