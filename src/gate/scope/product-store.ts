import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'

/** Products, and the users that own them or are served through them. The journal tells of them. */
export interface Product {
  product_id: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  created_at: string
}

export interface Membership {
  product_id: string
  user_id: string
}

export async function insertProduct(
  tx: Transaction,
  { id, name, owner_id, is_default }: { id: string; name: string; owner_id: string; is_default: boolean },
): Promise<{ product_id: string; owner_id: string; is_default: boolean }> {
  const [product] = await tx.query<{ product_id: string; owner_id: string; is_default: boolean }>(sql`
    with product as (insert into products (id, name) values (${id}, ${name}) returning id)
    insert into product_users (product_id, user_id, role, is_default)
    select id, ${owner_id}, 'OWNER', ${is_default} from product
    returning product_id, user_id as owner_id, is_default`)
  return product!
}

export async function listProducts(operator: pg.Pool, limit: number): Promise<Product[]> {
  const { rows } = await operator.query<Product>(sql`
    select id as product_id, name, status, created_at from products order by created_at desc limit ${limit}`)
  return rows
}

export async function deactivateProduct(tx: Transaction, id: string): Promise<Product | undefined> {
  const [product] = await tx.query<Product>(sql`
    update products set status = 'INACTIVE', updated_at = now() where id = ${id}
    returning id as product_id, name, status, created_at`)
  return product
}

/** From now on the owner of the product may act for this user. */
export async function addTarget(tx: Transaction, { product_id, user_id }: Membership): Promise<Membership> {
  const [added] = await tx.query<Membership>(sql`
    insert into product_users (product_id, user_id, role) values (${product_id}, ${user_id}, 'TARGET')
    returning product_id, user_id, role`)
  return added!
}

export async function removeTarget(
  tx: Transaction,
  { product_id, user_id }: Membership,
): Promise<Membership | undefined> {
  const [removed] = await tx.query<Membership>(sql`
    delete from product_users where product_id = ${product_id} and user_id = ${user_id} and role = 'TARGET'
    returning product_id, user_id`)
  return removed
}
