import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Account } from './account.ts'

const columns =
  raw(`id, user_id, client_id, country, currency_symbol, account_type, account_number, account_name, nickname,
  branch, bank_name, bank_code, bank_code_type, clearing_code, status, version, created_at, updated_at`)

interface AccountKey {
  client_id: string
  account_id: string
}

export async function findAccount(tx: Tx, key: AccountKey, lock: Sql = empty): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(sql`
    select ${columns} from crossborder_accounts
    where user_id = ${tx.scope.user_id} and client_id = ${key.client_id} and id = ${key.account_id} and deleted_at is null
    ${lock}`)
  return account
}

/** The same, and nobody else changes it until the transaction ends. */
export function lockAccount(tx: Tx, key: AccountKey): Promise<Account | undefined> {
  return findAccount(tx, key, sql`for update`)
}

/** False when the id is already that of another account of this user. */
export async function insertAccount(tx: Tx, account: Account): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into crossborder_accounts (${columns})
    values (${account.id}, ${tx.scope.user_id}, ${account.client_id}, ${account.country}, ${account.currency_symbol},
      ${account.account_type}, ${account.account_number}, ${account.account_name}, ${account.nickname}, ${account.branch},
      ${account.bank_name}, ${account.bank_code}, ${account.bank_code_type}, ${account.clearing_code}, ${account.status},
      ${account.version}, ${account.created_at}, ${account.updated_at})
    on conflict (user_id, id) do nothing
    returning id`)
  return inserted.length === 1
}

export function saveAccount(tx: Tx, account: Account): void {
  tx.write(sql`
    update crossborder_accounts set
      country = ${account.country}, currency_symbol = ${account.currency_symbol}, account_type = ${account.account_type},
      account_number = ${account.account_number}, account_name = ${account.account_name}, nickname = ${account.nickname},
      branch = ${account.branch}, bank_name = ${account.bank_name}, bank_code = ${account.bank_code},
      bank_code_type = ${account.bank_code_type}, clearing_code = ${account.clearing_code}, status = ${account.status},
      version = ${account.version}, updated_at = ${account.updated_at}
    where user_id = ${tx.scope.user_id} and id = ${account.id}`)
}

export function markAccountDeleted(tx: Tx, { id, version, updated_at }: Account): void {
  tx.write(sql`
    update crossborder_accounts set deleted_at = ${updated_at}, updated_at = ${updated_at}, version = ${version}
    where user_id = ${tx.scope.user_id} and id = ${id}`)
}

interface AccountFilters {
  currency_symbol?: string
  name?: string
}

export async function listAccountRows(
  tx: Tx,
  client_id: string,
  { currency_symbol, name }: AccountFilters,
  page: Sql,
): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${columns} from crossborder_accounts
    where user_id = ${tx.scope.user_id} and client_id = ${client_id} and deleted_at is null
      ${currency_symbol ? sql`and currency_symbol = ${currency_symbol}` : empty}
      ${name ? sql`and strpos(lower(bank_name), lower(${name})) > 0` : empty}
      ${page}`)
}
