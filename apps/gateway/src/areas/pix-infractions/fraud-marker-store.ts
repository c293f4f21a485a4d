import sql from 'sql-template-tag'
import type { FraudType } from '../../partners/dict/enums.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** The backoffice user, and the reason. */
export interface MarkedBy {
  by: string
  reason: string
}

/** Our row about a marker: who created or cancelled it. Only DICT has the person's document. */
export interface KeptMarker {
  id: string
  marker_id: string | null
  fraud_type: string | null
  status: string
  made_by: string | null
  made_reason: string | null
  cancelled_by: string | null
  cancelled_reason: string | null
}

const kept = sql`id, marker_id, fraud_type, status, made_by, made_reason, cancelled_by, cancelled_reason`

/** Inserts the request before DICT is called. Returns the existing row when the id was used before. */
export async function keepAsked(
  tx: Transaction,
  request_id: string,
  fraud_type: FraudType,
  { by, reason }: MarkedBy,
): Promise<KeptMarker> {
  const [asked] = await tx.query<KeptMarker>(sql`
    insert into fraud_markers as marker (request_id, fraud_type, status, made_by, made_reason, made_at)
    values (${request_id}, ${fraud_type}, 'ASKED', ${by}, ${reason}, now())
    on conflict (request_id) do nothing returning ${kept}`)
  return asked ?? (await findAsked(tx, request_id))
}

async function findAsked(tx: Transaction, request_id: string): Promise<KeptMarker> {
  const [found] = await tx.query<KeptMarker>(sql`select ${kept} from fraud_markers where request_id = ${request_id}`)
  return found!
}

/** Records DICT's result. A rejected request may be repeated with another id. */
export async function keepMade(
  tx: Transaction,
  request_id: string,
  marker_id: string | undefined,
): Promise<KeptMarker> {
  const [made] = await tx.query<KeptMarker>(sql`
    update fraud_markers set marker_id = ${marker_id ?? null}, status = ${marker_id ? 'REGISTERED' : 'REFUSED'}
    where request_id = ${request_id} and status in ('ASKED', 'REFUSED') returning ${kept}`)
  return made ?? (await findAsked(tx, request_id))
}

/** Also for a marker that an agreed report created. The first user who cancelled it stays recorded. */
export async function keepCancelled(tx: Transaction, marker_id: string, { by, reason }: MarkedBy): Promise<KeptMarker> {
  const [cancelled] = await tx.query<KeptMarker>(sql`
    insert into fraud_markers as marker (marker_id, status, cancelled_by, cancelled_reason, cancelled_at)
    values (${marker_id}, 'CANCELLED', ${by}, ${reason}, now())
    on conflict (marker_id) do update set status = 'CANCELLED', cancelled_by = excluded.cancelled_by,
      cancelled_reason = excluded.cancelled_reason, cancelled_at = excluded.cancelled_at
      where marker.cancelled_at is null
    returning ${kept}`)
  return cancelled ?? (await findMarkers(tx, [marker_id]))[0]!
}

/** Our rows for marker ids from DICT. */
export function findMarkers(tx: Transaction, marker_ids: string[]): Promise<KeptMarker[]> {
  return tx.query<KeptMarker>(sql`select ${kept} from fraud_markers where marker_id = any(${marker_ids}::uuid[])`)
}
