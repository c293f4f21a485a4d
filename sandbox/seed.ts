import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openOperatorPool } from '../src/base/db/operator-pool.ts'
import { createKey } from '../src/commands/keys.ts'
import { insertProduct } from '../src/gate/scope/product-store.ts'
import { insertUser } from '../src/gate/scope/user-store.ts'
import { insertWallet } from '../src/gate/scope/wallet-store.ts'
import type { Client } from './issuer/issuer.ts'

/** A user with everything one needs to make a first call. */
export interface SeededUser extends Client {
  name: string
  api_key: string
  product_id: string
  wallet_id: string
  client_id: string
  account_id: string
}

export async function seed(operatorUrl: string, pepper: string): Promise<SeededUser[]> {
  const db = openOperatorPool(operatorUrl, 2)
  try {
    return [await seedUser(db, pepper, 'Aurora Pagamentos'), await seedUser(db, pepper, 'Baía Remessas')]
  } finally {
    await db.end()
  }
}

/** A user as an operator makes one, with a product and a wallet of its own. */
export async function makeUser(operator: pg.Pool, name: string) {
  const [user_id, product_id, wallet_id] = [randomUUID(), randomUUID(), randomUUID()]
  await insertUser(operator, user_id, name)
  await insertProduct(operator, { id: product_id, name: `${name} principal`, owner_id: user_id, is_default: true })
  await insertWallet(operator, { id: wallet_id, user_id, product_id, name: 'principal', is_default: true })
  return { user_id, product_id, wallet_id }
}

/** An API key as an operator makes one. */
export function makeKey(operator: pg.Pool, user_id: string, pepper: string) {
  const env = { API_KEY_PEPPER: pepper, API_KEY_ENVIRONMENT: 'test', DATABASE_OPERATOR_URL: 'postgresql://unused' }
  return createKey(operator, user_id, 'sandbox', env)
}

async function seedUser(db: pg.Pool, pepper: string, name: string): Promise<SeededUser> {
  const { user_id, product_id, wallet_id } = await makeUser(db, name)
  const [client_id, account_id] = [randomUUID(), randomUUID()]
  await seedNetworks(db, user_id)
  await seedClient(db, user_id, client_id)
  await seedAccount(db, user_id, client_id, account_id)
  const { key } = await makeKey(db, user_id, pepper)
  return {
    user_id,
    name,
    secret: randomBytes(16).toString('hex'),
    api_key: key,
    product_id,
    wallet_id,
    client_id,
    account_id,
  }
}

/** What is tried out here listens on this machine, which is not public: an operator has to name it. */
export async function seedNetworks(db: Pick<pg.Pool, 'query'>, user_id: string): Promise<void> {
  await db.query(
    `insert into webhook_networks (user_id, network, first_port, last_port)
     values ($1, '127.0.0.0/8', 1, 65535), ($1, '::1/128', 1, 65535)`,
    [user_id],
  )
}

export async function seedClient(db: Pick<pg.Pool, 'query'>, user_id: string, client_id: string): Promise<void> {
  const address = {
    street_line_1: '1 Harbor Road',
    city: 'Miami',
    state: 'FL',
    postal_code: '33101',
    country: 'US',
    id: randomUUID(),
  }
  await db.query(
    `insert into crossborder_clients (user_id, id, name, type, country, nationality, document, document_type, email, address,
       status, created_at, updated_at)
     values ($1, $2, 'Northwind Imports', 'LEGAL_PERSON', 'US', 'American', 'P1234567', 'OTHERS', 'finance@northwind.example', $3,
       'ACTIVE', now(), now())`,
    [user_id, client_id, address],
  )
}

export async function seedAccount(
  db: Pick<pg.Pool, 'query'>,
  user_id: string,
  client_id: string,
  account_id: string,
): Promise<void> {
  await db.query(
    `insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number, account_name,
       nickname, branch, bank_name, bank_code, bank_code_type, clearing_code, status, created_at, updated_at)
     values ($1, $2, $3, 'US', 'USD', 'CHECKING', '000123456789', 'Operating account', 'main', '0001', 'Example Bank', '021000021',
       'ABA', 'CHIPS0001', 'ACTIVE', now(), now())`,
    [user_id, account_id, client_id],
  )
}
