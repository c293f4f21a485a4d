import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Client } from './client.ts'

const columns = raw(`id, name, type, country, nationality, document, document_type, email, birth_date, issue_date,
  issuing_country, phone_number, address, pep, status, risk, version, created_at, updated_at`)

export async function clientExists(tx: Tx, client_id: string): Promise<boolean> {
  const clients = await tx.query(sql`
    select 1 from crossborder_clients where user_id = ${tx.scope.user_id} and id = ${client_id}`)
  return clients.length === 1
}

/** The same, and keeps it there until the transaction ends. */
export async function holdClient(tx: Tx, client_id: string): Promise<boolean> {
  const clients = await tx.query(sql`
    select 1 from crossborder_clients where user_id = ${tx.scope.user_id} and id = ${client_id} for key share`)
  return clients.length === 1
}

export async function findClient(tx: Tx, client_id: string, lock: Sql = empty): Promise<Client | undefined> {
  const [client] = await tx.query<Client>(sql`
    select ${columns} from crossborder_clients where user_id = ${tx.scope.user_id} and id = ${client_id} ${lock}`)
  return client
}

export function lockClient(tx: Tx, client_id: string): Promise<Client | undefined> {
  return findClient(tx, client_id, sql`for update`)
}

/** False when the id is already that of another client of this user. */
export async function insertClient(tx: Tx, client: Client): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into crossborder_clients (user_id, ${columns})
    values (${tx.scope.user_id}, ${client.id}, ${client.name}, ${client.type}, ${client.country}, ${client.nationality},
      ${client.document}, ${client.document_type}, ${client.email}, ${client.birth_date}, ${client.issue_date},
      ${client.issuing_country}, ${client.phone_number}, ${client.address}, ${client.pep}, ${client.status}, ${client.risk},
      ${client.version}, ${client.created_at}, ${client.updated_at})
    on conflict (user_id, id) do nothing
    returning id`)
  return inserted.length === 1
}

export function saveClient(tx: Tx, client: Client): void {
  tx.write(sql`
    update crossborder_clients set
      name = ${client.name}, country = ${client.country}, nationality = ${client.nationality}, email = ${client.email},
      birth_date = ${client.birth_date}, issue_date = ${client.issue_date}, issuing_country = ${client.issuing_country},
      phone_number = ${client.phone_number}, address = ${client.address}, status = ${client.status},
      version = ${client.version}, updated_at = ${client.updated_at}
    where user_id = ${tx.scope.user_id} and id = ${client.id}`)
}

export interface ClientFilters {
  type?: string
  status?: string
  document?: string
  name?: string
  email?: string
  country?: string
  risk?: string
  created_at_start?: string
  created_at_end?: string
}

export async function listClientRows(tx: Tx, filters: ClientFilters, page: Sql): Promise<Client[]> {
  const { created_at_start, created_at_end } = filters
  const conditions = (['type', 'status', 'document', 'name', 'email', 'country', 'risk'] as const).flatMap((field) =>
    filters[field] === undefined ? [] : [sql`and ${raw(field)} = ${filters[field]}`],
  )
  if (created_at_start) conditions.push(sql`and created_at >= ${created_at_start}::date`)
  if (created_at_end) conditions.push(sql`and created_at < ${created_at_end}::date + 1`)
  return tx.query<Client>(sql`
    select ${columns} from crossborder_clients
    where user_id = ${tx.scope.user_id} ${conditions.length > 0 ? join(conditions, ' ') : empty}
      ${page}`)
}
