import sql from 'sql-template-tag'
import type { Fault } from '../../../base/errors/fault.ts'
import { nextVersion } from '../../../base/version.ts'
import type { Page } from '../../../gate/page.ts'
import { matching, owned, records } from '../../../gate/records.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { accountAlreadyExists, accountIdTaken, broken } from '../errors.ts'
import { type Account, AccountReply } from './account.ts'

const accounts = records<Account>('user_accounts', AccountReply, { fixed: [] })

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
export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  const inserted = await accounts.insert(tx, account).catch((error: { constraint?: string }) => {
    throw conflicts[error.constraint ?? '']?.() ?? error
  })
  if (!inserted) throw accountIdTaken()
}

export function findAccount(tx: Tx, product_id: string, id: string): Promise<Account | undefined> {
  return accounts.find(tx, id, sql`and product_id = ${product_id}`)
}

export function listAccountsOf(
  tx: Tx,
  product_id: string,
  filters: { document: string | undefined },
  page: Page,
): Promise<Account[]> {
  return tx.query<Account>(sql`
    select ${accounts.columns} from user_accounts
    where ${owned(tx)} and product_id = ${product_id} ${matching(filters)} ${page.clause}`)
}

/**
 * Makes the person a target user of the product, by a function that makes the id of that user and admits nobody whose
 * onboarding is not finished. The state of the account is all that the gateway's own roles may change of it.
 */
export async function admitAccount(tx: Tx, account: Account): Promise<string> {
  const { version, updated_at } = nextVersion(account, tx.now)
  tx.write(sql`
    update user_accounts set state = 'active', version = ${version}, updated_at = ${updated_at}
    where ${owned(tx)} and id = ${account.id} and state = 'pending'`)
  const [admitted] = await tx.query<{ id: string }>(sql`select admit_target_user(${account.id}) as id`)
  return admitted!.id
}
