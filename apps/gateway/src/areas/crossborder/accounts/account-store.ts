import sql, { empty, type Sql } from 'sql-template-tag'
import { endCases } from '../../../cases/write-cases.ts'
import type { Page } from '../../../http/page.ts'
import { forUpdate, repository, scopeFilter, whereEquals } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { accountCases } from '../backoffice/cases.ts'
import { type Account, AccountReply } from './account.ts'

const accounts = repository<Account>('crossborder_accounts', AccountReply, {
  fixed: ['id', 'user_id', 'client_id', 'created_at'],
  kept: ['deactivated_at'],
  cases: accountCases,
})

/** Returns false when this user already has an account with the id. */
export const insertAccount = accounts.insert
export const saveAccount = accounts.save
export const saveVerdict = accounts.only('status')

interface AccountKey {
  client_id: string
  account_id: string
}

export function findAccount(tx: Tx, { client_id, account_id }: AccountKey, lock: Sql = empty) {
  return accounts.find(tx, account_id, sql`and client_id = ${client_id} and deleted_at is null ${lock}`)
}

/** Reads the account and locks its row until the transaction ends. */
export function lockAccount(tx: Tx, key: AccountKey): Promise<Account | undefined> {
  return findAccount(tx, key, forUpdate)
}

/** Finds the account under any client of the user. */
export function findAccountById(tx: Tx, id: string): Promise<Account | undefined> {
  return accounts.find(tx, id, sql`and deleted_at is null`)
}

const NEWEST_MAX = 100

/** The newest accounts of a client, up to the number that a page shows. */
export function newestAccountsOf(tx: Tx, client_id: string): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${accounts.columns} from crossborder_accounts
    where ${scopeFilter(tx)} and client_id = ${client_id} and deleted_at is null
    order by created_at desc, id desc limit ${NEWEST_MAX}`)
}

export function markAccountDeleted(tx: Tx, { id, status, version, updated_at }: Account): void {
  tx.write(sql`
    update crossborder_accounts set deleted_at = ${updated_at}, updated_at = ${updated_at}, version = ${version}
    where ${scopeFilter(tx)} and id = ${id}`)
  if (status === 'PENDING') endCases(tx, accountCases, [id], tx.scope.user_id)
}

interface AccountFilters {
  currency_symbol?: string
  /** Part of the bank's name, in any case. */
  name?: string
}

export function listAccountsOf(
  tx: Tx,
  client_id: string,
  { currency_symbol, name }: AccountFilters,
  page: Page,
): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${accounts.columns} from crossborder_accounts
    where ${scopeFilter(tx)} and client_id = ${client_id} and deleted_at is null
      ${whereEquals({ currency_symbol })}
      ${name ? sql`and strpos(lower(bank_name), lower(${name})) > 0` : empty}
      ${page.clause}`)
}
