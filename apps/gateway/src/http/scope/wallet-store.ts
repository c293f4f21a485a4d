import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Page } from '../page.ts'

/** Wallets, which separate the money of a user. Their history is in the journal. */
export interface StoredWallet {
  id: string
  user_id: string
  /** A caller that acts for the user under another product does not see it. */
  product_id: string | null
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  is_default: boolean
  created_at: string
}

const columns = raw('id, user_id, product_id, name, status, is_default, created_at')

type NewWallet = Pick<StoredWallet, 'user_id' | 'name' | 'is_default'> & { id: string; product_id?: string | undefined }

/** The only product through which a user is served, or null when there is none or more than one. */
const onlyProductOf = (user_id: string) => sql`(
      select min(product_id::text)::uuid from product_users where user_id = ${user_id} and role = 'TARGET' having count(*) = 1)`

/** Of the named product, or of the only one through which the user is served. */
export async function insertWallet(
  tx: Transaction,
  { id, user_id, product_id, name, is_default }: NewWallet,
): Promise<StoredWallet> {
  const [wallet] = await tx.query<StoredWallet>(sql`
    insert into wallets (user_id, id, product_id, name, is_default)
    values (${user_id}, ${id}, ${product_id ? sql`${product_id}` : onlyProductOf(user_id)}, ${name}, ${is_default})
    returning ${columns}`)
  return wallet!
}

export function listWalletsOf(tx: Transaction, user_id: string, page: Page): Promise<StoredWallet[]> {
  return tx.query<StoredWallet>(sql`select ${columns} from wallets where user_id = ${user_id} ${page.clause}`)
}

export async function lockWallet(tx: Transaction, user_id: string, id: string): Promise<StoredWallet | undefined> {
  const [wallet] = await tx.query<StoredWallet>(sql`
    select ${columns} from wallets where user_id = ${user_id} and id = ${id} for update`)
  return wallet
}

export async function deactivateWallet(
  tx: Transaction,
  user_id: string,
  id: string,
): Promise<StoredWallet | undefined> {
  const [wallet] = await tx.query<StoredWallet>(sql`
    update wallets set status = 'INACTIVE', updated_at = now() where user_id = ${user_id} and id = ${id}
    returning ${columns}`)
  return wallet
}
