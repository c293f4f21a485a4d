import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Fault } from '../../../base/errors/fault.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { accountAlreadyExists, accountIdTaken, broken } from '../errors.ts'
import { type Account, AccountReply } from './account.ts'

const names = [...Object.keys(AccountReply.properties), 'version'] as (keyof Account)[]
const columns = raw(names.join(', '))

const taken = (field: string, code: string) => () =>
  accountAlreadyExists({
    errors: [broken(field, code, 'já é de outra conta deste produto', 'is already that of another account')],
  })
/** What each of the unique indexes stands for. */
const conflicts: Record<string, () => Fault> = {
  user_accounts_pkey: accountIdTaken,
  user_accounts_id: accountIdTaken,
  user_accounts_document: taken('document', 'DOCUMENT_TAKEN'),
  user_accounts_email: taken('email', 'EMAIL_TAKEN'),
  user_accounts_phone: taken('phone_number', 'PHONE_TAKEN'),
}

/**
 * Whoever stands in the way may be another user of the product, whose rows cannot be seen from here. Only the name of the
 * index tells, and it tells no more than the caller is to know.
 */
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  const insert = sql`
    insert into user_accounts (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(names.map((name) => account[name]))})`
  await tx.query(insert).catch((error: { constraint?: string }) => {
    throw conflicts[error.constraint ?? '']?.() ?? error
  })
}

export async function findAccount(tx: Tx, product_id: string, id: string): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(sql`
    select ${columns} from user_accounts
    where user_id = ${tx.scope.user_id} and id = ${id} and product_id = ${product_id}`)
  return account
}

export function listAccountRows(
  tx: Tx,
  product_id: string,
  document: string | undefined,
  page: Sql,
): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${columns} from user_accounts
    where user_id = ${tx.scope.user_id} and product_id = ${product_id}
      ${document === undefined ? empty : sql`and document = ${document}`}
      ${page}`)
}
