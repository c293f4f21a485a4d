import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../gate/transaction.ts'
import { type Request, RequestReply } from './request.ts'

const kept = [
  'user_id',
  'contact_email',
  'contact_phone',
  'tracking_graph',
  'submitted_at',
  'dict_id',
  'dict_status',
  'dict_modified_at',
  'next_action_at',
  'refund_warn_at',
  'version',
]
const replied = Object.keys(RequestReply.properties).filter((name) => name !== 'tracking')
const names = [...replied, ...kept] as (keyof Request)[]
const columns = raw(names.join(', '))

/** Arrays and objects are JSON to the database; the driver would make arrays of its own kind of them. */
const json = new Set<keyof Request>(['refunds', 'files', 'tracking_graph'])
const valueOf = (request: Request, name: keyof Request) =>
  json.has(name) ? JSON.stringify(request[name]) : request[name]

export async function findRequest(tx: Tx, id: string, lock: Sql = empty): Promise<Request | undefined> {
  const [request] = await tx.query<Request>(sql`
    select ${columns} from fund_recovery_requests where user_id = ${tx.scope.user_id} and id = ${id} ${lock}`)
  return request
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockRequest(tx: Tx, id: string): Promise<Request | undefined> {
  return findRequest(tx, id, sql`for update`)
}

/** False when the id is taken, or the transaction has its one recovery already. */
export async function insertRequest(tx: Tx, request: Request): Promise<boolean> {
  const owned = { ...request, user_id: tx.scope.user_id }
  const inserted = await tx.query(sql`
    insert into fund_recovery_requests (${columns}) values (${join(names.map((name) => valueOf(owned, name)))})
    on conflict do nothing returning id`)
  return inserted.length === 1
}

/** The one recovery a transaction has, if it has one. */
export async function findLiveRequest(tx: Tx, transaction_id: string): Promise<{ id: string } | undefined> {
  const [request] = await tx.query<{ id: string }>(sql`
    select id from fund_recovery_requests
    where user_id = ${tx.scope.user_id} and transaction_id = ${transaction_id}
      and status <> 'FAILED' and not (status = 'CANCELED' and dict_id is null)`)
  return request
}

/** What was asked, by whom and about what stays as it came. */
const fixed = new Set(['user_id', 'wallet_id', 'id', 'transaction_id', 'end_to_end_id', 'description', 'created_at'])
const moving = names.filter((name) => !fixed.has(name))

export function saveRequest(tx: Tx, request: Request): void {
  const changes = moving.map((name) => sql`${raw(name)} = ${valueOf(request, name)}`)
  tx.write(sql`
    update fund_recovery_requests set ${join(changes)} where user_id = ${tx.scope.user_id} and id = ${request.id}`)
}

interface RequestFilters {
  status?: string
  transaction_type?: string
  created_at_start?: string
  created_at_end?: string
}

export async function listRequestRows(
  tx: Tx,
  wallet_id: string,
  { status, transaction_type, created_at_start, created_at_end }: RequestFilters,
  page: Sql,
): Promise<Request[]> {
  return tx.query<Request>(sql`
    select ${columns} from fund_recovery_requests
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id}
      ${status ? sql`and status = ${status}` : empty}
      ${transaction_type ? sql`and transaction_type = ${transaction_type}` : empty}
      ${created_at_start ? sql`and created_at >= ${created_at_start}::date` : empty}
      ${created_at_end ? sql`and created_at < ${created_at_end}::date + 1` : empty}
      ${page}`)
}
