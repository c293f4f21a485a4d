import sql, { type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { forUpdate, repository, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { LEASE_MS } from '../../platform/lease.ts'
import { recoveryCases } from './backoffice/cases.ts'
import { type Request, RequestReply } from './request.ts'

const requests = repository<Request>('fund_recovery_requests', RequestReply, {
  // The owner and the transaction never change.
  fixed: ['id', 'user_id', 'wallet_id', 'transaction_id', 'end_to_end_id', 'created_at'],
  kept: [
    'user_id',
    'contact_email',
    'contact_phone',
    'tracking_graph',
    'submitted_at',
    'unanswered_at',
    'exists_since',
    'graph_step',
    'lease',
    'dict_id',
    'dict_status',
    'dict_modified_at',
    'next_action_at',
    'credits_due_at',
    'refund_warn_at',
  ],
  made: ['tracking', 'waiting_message', 'failed_message'],
  json: ['refunds', 'files'],
  conflict: 'any',
  cases: recoveryCases,
})

export const findRequest = requests.find
/** Returns false when the id is taken, or the transaction already has a live recovery. */
export const insertRequest = requests.insert
export const saveRequest = requests.save

/** Reads the request and locks it until the transaction ends. */
export function lockRequest(tx: Tx, id: string): Promise<Request | undefined> {
  return findRequest(tx, id, forUpdate)
}

const leasedUntil = sql`now() + make_interval(secs => ${LEASE_MS / 1000})`

/** Which due time a worker may take: exactly this one, or any until this time. */
export type Turn = { at: string } | { by: Date }

function isTurn(turn?: Turn): Sql {
  if (!turn) return sql`next_action_at is not null`
  return 'at' in turn ? sql`next_action_at = ${turn.at}` : sql`next_action_at <= ${turn.by}`
}

/**
 * Takes the lease of a request. Returns undefined when another worker has it, when its due time is another, or when
 * there is no such request.
 */
export async function leaseRequest(tx: Tx, id: string, lease: string, turn?: Turn): Promise<Request | undefined> {
  const [request] = await tx.query<Request>(sql`
    update fund_recovery_requests set lease = ${lease}, leased_until = ${leasedUntil}
    where user_id = ${tx.scope.user_id} and id = ${id} and ${isTurn(turn)}
      and (lease is null or leased_until <= now())
    returning ${requests.columns}`)
  return request
}

export function renewLease(tx: Tx, id: string, lease: string): void {
  tx.write(sql`
    update fund_recovery_requests set leased_until = ${leasedUntil}
    where user_id = ${tx.scope.user_id} and id = ${id} and lease = ${lease}`)
}

/** Like `lockRequest`, only while the caller still has the lease. */
export async function lockLeased(tx: Tx, id: string, lease: string): Promise<Request | undefined> {
  const stored = await lockRequest(tx, id)
  return stored?.lease === lease ? stored : undefined
}

/** The live recovery of a transaction, if it has one. */
export async function findLiveRequest(tx: Tx, transaction_id: string): Promise<{ id: string } | undefined> {
  const [request] = await tx.query<{ id: string }>(sql`
    select id from fund_recovery_requests
    where user_id = ${tx.scope.user_id} and transaction_id = ${transaction_id}
      and status <> 'FAILED' and not (status = 'CANCELED' and dict_id is null)`)
  return request
}

interface RecoveryRequestFilters {
  status?: string
  transaction_type?: string
}

export function listRequestsOf(
  tx: Tx,
  wallet_id: string,
  { status, transaction_type }: RecoveryRequestFilters,
  page: Page,
): Promise<Request[]> {
  return tx.query<Request>(sql`
    select ${requests.columns} from fund_recovery_requests
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} ${whereEquals({ status, transaction_type })}
      ${page.clause}`)
}
