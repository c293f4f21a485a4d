import sql, { empty, type Sql } from 'sql-template-tag'
import type { Fault } from '../../../base/errors/fault.ts'
import type { Page } from '../../../gate/page.ts'
import { forUpdate, matching, owned, records, unlessWithdrawn } from '../../../gate/records.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { accountAlreadyExists, accountIdTaken, broken } from '../errors.ts'
import { type Account, AccountReply } from './account.ts'

const accounts = records<Account>('user_accounts', AccountReply, {
  kept: ['withdrawn_at'],
  fixed: ['id', 'target_user_id', 'default_wallet_id', 'product_id', 'person_type', 'state', 'created_at'],
})

/** Whom an account has become, and the wallet that user begins with. */
export type Admission = { target_user_id: string; default_wallet_id: string }

const taken = (field: string, code: string) => () =>
  accountAlreadyExists({
    errors: [broken(field, code, 'já é de outra conta deste produto', 'is already that of another account')],
  })
/** What each of the unique indexes stands for. */
const conflicts: Record<string, () => Fault> = {
  user_accounts_id: accountIdTaken,
  user_accounts_document: taken('document', 'DOCUMENT_TAKEN'),
  user_accounts_email: taken('email', 'EMAIL_TAKEN'),
  user_accounts_phone: taken('phone_number', 'PHONE_TAKEN'),
}

/**
 * Whoever stands in the way may be another user of the product, whose rows cannot be seen from here. Only the name of the
 * index tells, and it tells no more than the caller is to know.
 */
function refuseTaken(error: { constraint?: string }): never {
  throw conflicts[error.constraint ?? '']?.() ?? error
}

export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  if (!(await accounts.insert(tx, account).catch(refuseTaken))) throw accountIdTaken()
}

export async function saveAccount(tx: Tx, account: Account): Promise<void> {
  await accounts.replace(tx, account).catch(refuseTaken)
}

export function findAccount(tx: Tx, product_id: string, id: string, lock: Sql = empty): Promise<Account | undefined> {
  return unlessWithdrawn(accounts.find(tx, id, sql`and product_id = ${product_id} ${lock}`))
}

/** The same, and nobody else changes it, or begins an onboarding of it, until the transaction ends. */
export function lockAccount(tx: Tx, product_id: string, id: string): Promise<Account | undefined> {
  return findAccount(tx, product_id, id, forUpdate)
}

export function listAccountsOf(
  tx: Tx,
  product_id: string,
  filters: { document: string | undefined },
  page: Page,
): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${accounts.columns} from user_accounts
    where ${owned(tx)} and product_id = ${product_id} and withdrawn_at is null
      ${matching(filters)} ${page.clause}`)
}

/**
 * Makes the person a target user of the product, with a wallet, by a function that makes the ids of both, says of the account
 * that it is active, and admits nobody whose onboarding is not finished. The gateway's own roles could say none of it.
 */
export async function admitAccount(tx: Tx, account: Account): Promise<Admission> {
  const [admitted] = await tx.query<Admission>(sql`
    select target_user_id, default_wallet_id from admit_person(${account.id})`)
  return admitted!
}
