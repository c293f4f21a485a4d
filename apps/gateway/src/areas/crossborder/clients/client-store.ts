import sql, { empty, type Sql } from 'sql-template-tag'
import type { Page } from '../../../http/page.ts'
import { forUpdate, type OfProduct, repository, scopeFilter, whereEquals } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { clientCases } from '../backoffice/cases.ts'
import { type Client, ClientReply } from './client.ts'

const clients = repository<Client>('crossborder_clients', ClientReply, {
  fixed: ['id', 'pep', 'risk', 'created_at'],
  cases: clientCases,
})

export const findClient = clients.find
/** Returns false when this user already has a client with the id. */
export const insertClient = clients.insert
export const saveClient = clients.save
export const saveVerdict = clients.only('status')

/** The user and product that own the client and its accounts. Returns undefined when there is no such client. */
export async function clientOwner(tx: Tx, client_id: string, lock: Sql = empty): Promise<OfProduct | undefined> {
  const [client] = await tx.query<OfProduct>(sql`
    select product_id from crossborder_clients where ${scopeFilter(tx)} and id = ${client_id} ${lock}`)
  return client
}

/** Reads the owner and locks the client's row until the transaction ends. Concurrent callers wait. */
export function holdClient(tx: Tx, client_id: string): Promise<OfProduct | undefined> {
  return clientOwner(tx, client_id, sql`for no key update`)
}

export function lockClient(tx: Tx, client_id: string): Promise<Client | undefined> {
  return findClient(tx, client_id, forUpdate)
}

export interface ClientFilters {
  type?: string
  status?: string
  document?: string
  name?: string
  email?: string
  country?: string
  risk?: string
}

export function listClientsOf(
  tx: Tx,
  { type, status, document, name, email, country, risk }: ClientFilters,
  page: Page,
): Promise<Client[]> {
  return tx.query<Client>(sql`
    select ${clients.columns} from crossborder_clients
    where ${scopeFilter(tx)} ${whereEquals({ type, status, document, name, email, country, risk })}
      ${page.clause}`)
}

const SAME_DOCUMENT_MAX = 20

/** Other clients of the same user with the same document, unsorted, up to the number that the case shows. */
export function sameDocument(tx: Tx, { id, document }: Client): Promise<Client[]> {
  return tx.query<Client>(sql`
    select ${clients.columns} from crossborder_clients
    where ${scopeFilter(tx)} and document = ${document} and id <> ${id} limit ${SAME_DOCUMENT_MAX}`)
}
