import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Page } from '../page.ts'
import { whereEquals } from '../repository.ts'

/** Products, and the users that own them or are served through them. Their history is in the journal. */
export interface Product {
  id: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  created_at: string
}

export interface Membership {
  product_id: string
  user_id: string
}

/** A user of a product, by the id of the user. */
export interface ProductMember {
  id: string
  product_id: string
  role: 'OWNER' | 'TARGET'
  is_default: boolean
  created_at: string
}

const columns = raw('id, name, status, created_at')
const ofMember = raw('user_id as id, product_id, role, is_default, created_at')

interface NewProduct {
  id: string
  name: string
  owner_id: string
  is_default: boolean
}

export async function insertProduct(
  tx: Transaction,
  { id, name, owner_id, is_default }: NewProduct,
): Promise<Product & { owner_id: string; is_default: boolean }> {
  const [product] = await tx.query<Product>(sql`
    insert into products (id, name) values (${id}, ${name}) returning ${columns}`)
  await tx.query(sql`
    insert into product_users (product_id, user_id, role, is_default) values (${id}, ${owner_id}, 'OWNER', ${is_default})`)
  return { ...product!, owner_id, is_default }
}

export async function findProduct(tx: Transaction, id: string): Promise<Product | undefined> {
  const [product] = await tx.query<Product>(sql`select ${columns} from products where id = ${id}`)
  return product
}

export function listProductsBy(
  tx: Transaction,
  filters: { status?: string | undefined },
  page: Page,
): Promise<Product[]> {
  return tx.query<Product>(sql`select ${columns} from products where true ${whereEquals(filters)} ${page.clause}`)
}

export function listMembersOf(tx: Transaction, product_id: string, page: Page): Promise<ProductMember[]> {
  return tx.query<ProductMember>(sql`
    select * from (select ${ofMember} from product_users where product_id = ${product_id}) members
    where true ${page.clause}`)
}

/**
 * The products of a user, with the role of the user in each. They are few: a user is served only through products it signed
 * up for.
 */
export function listProductsOf(
  tx: Transaction,
  user_id: string,
  page: Page,
): Promise<(Product & Pick<ProductMember, 'role' | 'is_default'>)[]> {
  return tx.query(sql`
    select * from (
      select id, name, status, role, is_default, product_users.created_at
      from product_users join products on products.id = product_id
      where user_id = ${user_id}) memberships
    where true ${page.clause}`)
}

export async function deactivateProduct(tx: Transaction, id: string): Promise<Product | undefined> {
  const [product] = await tx.query<Product>(sql`
    update products set status = 'INACTIVE', updated_at = now() where id = ${id} returning ${columns}`)
  return product
}

/** From now on the owner of the product may act for this user. */
export async function addTarget(tx: Transaction, { product_id, user_id }: Membership): Promise<ProductMember> {
  const [added] = await tx.query<ProductMember>(sql`
    insert into product_users (product_id, user_id, role) values (${product_id}, ${user_id}, 'TARGET')
    returning ${ofMember}`)
  return added!
}

export async function removeTarget(
  tx: Transaction,
  { product_id, user_id }: Membership,
): Promise<ProductMember | undefined> {
  const [removed] = await tx.query<ProductMember>(sql`
    delete from product_users where product_id = ${product_id} and user_id = ${user_id} and role = 'TARGET'
    returning ${ofMember}`)
  return removed
}
