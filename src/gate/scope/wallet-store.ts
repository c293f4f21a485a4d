import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'

/** Wallets: where the money of a user is kept apart. Under the operator's role. */
export interface Wallet {
  wallet_id: string
  user_id: string
  /** Whoever acts for the user under another product does not see it. */
  product_id: string | null
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  is_default: boolean
  created_at: string
}

const columns = raw('id as wallet_id, user_id, product_id, name, status, is_default, created_at')

type NewWallet = Pick<Wallet, 'user_id' | 'name' | 'is_default'> & { id: string; product_id?: string | undefined }

/** Of the product that is named, or else of the one through which the user is served, if it is one alone. */
export async function insertWallet(
  operator: pg.Pool,
  { id, user_id, product_id, name, is_default }: NewWallet,
): Promise<Wallet> {
  const { rows } = await operator.query<Wallet>(sql`
    insert into wallets (user_id, id, product_id, name, is_default)
    values (${user_id}, ${id}, coalesce(${product_id ?? null}, only_product_of(${user_id})), ${name}, ${is_default})
    returning ${columns}`)
  return rows[0]!
}

export async function listWallets(operator: pg.Pool, user_id: string): Promise<Wallet[]> {
  const { rows } = await operator.query<Wallet>(sql`select ${columns} from wallets where user_id = ${user_id}`)
  return rows
}

export async function deactivateWallet(operator: pg.Pool, user_id: string, id: string): Promise<Wallet | undefined> {
  const { rows } = await operator.query<Wallet>(sql`
    update wallets set status = 'INACTIVE', updated_at = now() where user_id = ${user_id} and id = ${id}
    returning ${columns}`)
  return rows[0]
}
