import sql, { empty, type Sql } from 'sql-template-tag'
import type { Page } from '../../../http/page.ts'
import { forUpdate, repository, scopeFilter, unlessWithdrawn, whereEquals } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import type { Fault } from '../../../platform/errors/fault.ts'
import { accountAlreadyExists, accountIdTaken, broken } from '../errors.ts'
import { AccountReply, type UserAccount } from './account.ts'

const accounts = repository<UserAccount>('user_accounts', AccountReply, {
  kept: ['withdrawn_at'],
  fixed: ['id', 'target_user_id', 'default_wallet_id', 'product_id', 'person_type', 'state', 'created_at'],
})

/** The target user created for an account, and that user's default wallet. */
export type Admission = { target_user_id: string; default_wallet_id: string }

const taken = (field: string, code: string) => () =>
  accountAlreadyExists({
    errors: [broken(field, code, 'já pertence a outra conta deste produto', 'already belongs to another account')],
  })
/** The error for each unique index. */
const conflicts: Record<string, () => Fault> = {
  user_accounts_id: accountIdTaken,
  user_accounts_document: taken('document', 'DOCUMENT_TAKEN'),
  user_accounts_email: taken('email', 'EMAIL_TAKEN'),
  user_accounts_phone: taken('phone_number', 'PHONE_TAKEN'),
}

/**
 * The conflicting row may belong to another user of the product, whose rows this role cannot read. The index name
 * identifies the duplicated field, and the response reveals nothing else.
 */
function refuseTaken(error: { constraint?: string }): never {
  throw conflicts[error.constraint ?? '']?.() ?? error
}

export async function insertAccount(tx: Tx, account: UserAccount): Promise<void> {
  if (!(await accounts.insert(tx, account).catch(refuseTaken))) throw accountIdTaken()
}

export async function saveAccount(tx: Tx, account: UserAccount): Promise<void> {
  await accounts.replace(tx, account).catch(refuseTaken)
}

export function findAccount(
  tx: Tx,
  product_id: string,
  id: string,
  lock: Sql = empty,
): Promise<UserAccount | undefined> {
  return unlessWithdrawn(accounts.find(tx, id, sql`and product_id = ${product_id} ${lock}`))
}

/**
 * Reads the account and locks it until the transaction ends. No other transaction can change it or open an onboarding
 * for it.
 */
export function lockAccount(tx: Tx, product_id: string, id: string): Promise<UserAccount | undefined> {
  return findAccount(tx, product_id, id, forUpdate)
}

export function listAccountsOf(
  tx: Tx,
  product_id: string,
  filters: { document: string | undefined },
  page: Page,
): Promise<UserAccount[]> {
  return tx.query<UserAccount>(sql`
    select ${accounts.columns} from user_accounts
    where ${scopeFilter(tx)} and product_id = ${product_id} and withdrawn_at is null
      ${whereEquals(filters)} ${page.clause}`)
}

/**
 * Creates the target user and its wallet through a database function. The function generates both ids, sets the
 * account active, and rejects an account whose onboarding is not finished. The gateway's own roles have no grants for
 * these writes.
 */
export async function admitAccount(tx: Tx, account: UserAccount): Promise<Admission> {
  const [admitted] = await tx.query<Admission>(sql`
    select target_user_id, default_wallet_id from admit_person(${account.id})`)
  return admitted!
}
