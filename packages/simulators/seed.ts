import { randomBytes, randomUUID } from 'node:crypto'
import type { Account } from '@eclusa/gateway/src/areas/crossborder/accounts/account.ts'
import { accountCases, clientCases } from '@eclusa/gateway/src/areas/crossborder/backoffice/cases.ts'
import type { Client as CrossborderClient } from '@eclusa/gateway/src/areas/crossborder/clients/client.ts'
import { crossborder } from '@eclusa/gateway/src/areas/crossborder/events.ts'
import { allowNetwork } from '@eclusa/gateway/src/areas/webhooks/network-store.ts'
import { kept } from '@eclusa/gateway/src/backoffice/audit-log/audit-subjects.ts'
import { keep } from '@eclusa/gateway/src/backoffice/audit-log/bootstrap-action.ts'
import { createKey } from '@eclusa/gateway/src/cli/keys.ts'
import { record } from '@eclusa/gateway/src/events/record.ts'
import { addTarget, insertProduct } from '@eclusa/gateway/src/http/scope/product-store.ts'
import { insertUser } from '@eclusa/gateway/src/http/scope/user-store.ts'
import { insertWallet } from '@eclusa/gateway/src/http/scope/wallet-store.ts'
import { runAsUser } from '@eclusa/gateway/src/http/transaction.ts'
import { systemClock } from '@eclusa/gateway/src/platform/clock.ts'
import { createOperatorPool } from '@eclusa/gateway/src/platform/db/operator-pool.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import type { Statement } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { createJobSender } from '@eclusa/gateway/src/platform/jobs/job-client.ts'
import { createMetrics } from '@eclusa/gateway/src/platform/observability/metrics.ts'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { DatabaseUrls } from './database.ts'
import type { IssuerClient } from './issuer/issuer.ts'
import { refillCases } from './refill-cases.ts'

/** A user with everything needed for a first call. */
export interface SeededUser extends IssuerClient {
  name: string
  api_key: string
  product_id: string
  wallet_id: string
  /** A target user of its product, for which it may act. */
  target_user_id: string
  client_id: string
  account_id: string
}

type Logins = Pick<DatabaseUrls, 'api' | 'bootstrap'>

export async function seed(logins: Logins, pepper: string, installation: Installation = 'live'): Promise<SeededUser[]> {
  const bootstrap = createOperatorPool(logins.bootstrap, 2)
  try {
    const names = ['Aurora Pagamentos', 'Baía Remessas']
    const users: SeededUser[] = []
    for (const name of names)
      users.push(
        await seedUser(bootstrap, logins, (user_id) => makeKey(bootstrap, user_id, pepper, installation), name),
      )
    return users
  } finally {
    await bootstrap.end()
  }
}

/** A user as an operator makes one, with a product and a wallet. */
export function makeUser(bootstrap: pg.Pool, name: string) {
  const [user_id, product_id, wallet_id] = [randomUUID(), randomUUID(), randomUUID()]
  const answer = { user_id, product_id, wallet_id }
  return keep(bootstrap, { operation: 'seed', subject: { type: 'user', id: user_id } }, async (tx) => {
    await insertUser(tx, user_id, name)
    await insertProduct(tx, { id: product_id, name: `${name} principal`, owner_id: user_id, is_default: true })
    await insertWallet(tx, { id: wallet_id, user_id, product_id, name: 'principal', is_default: true })
    return {
      answer,
      records: [kept.user(user_id), kept.product(product_id), kept.membership(answer), kept.wallet(answer)],
    }
  })
}

type Installation = 'live' | 'test'
/** A target user of the product with a wallet, like an onboarded one. */
function makeTarget(bootstrap: pg.Pool, product_id: string) {
  const [user_id, wallet_id] = [randomUUID(), randomUUID()]
  const of = { user_id, product_id, wallet_id }
  return keep(bootstrap, { operation: 'seed', subject: { type: 'user', id: user_id } }, async (tx) => {
    await insertUser(tx, user_id, 'Marina Alves')
    await addTarget(tx, of)
    await insertWallet(tx, { id: wallet_id, user_id, product_id, name: 'principal', is_default: true })
    return { answer: user_id, records: [kept.user(user_id), kept.membership(of), kept.wallet(of)] }
  })
}

/** An API key as an operator makes one. */
export function makeKey(bootstrap: pg.Pool, user_id: string, pepper: string, installation: Installation) {
  const env = { API_KEY_PEPPER: pepper, INSTALLATION: installation, DATABASE_BOOTSTRAP_URL: 'postgresql://unused' }
  return createKey(bootstrap, user_id, 'sandbox', 'seed', env)
}

type NewKey = (user_id: string) => ReturnType<typeof makeKey>

async function seedUser(bootstrap: pg.Pool, logins: Logins, newKey: NewKey, name: string): Promise<SeededUser> {
  const { user_id, product_id, wallet_id } = await makeUser(bootstrap, name)
  const target_user_id = await makeTarget(bootstrap, product_id)
  const [client_id, account_id] = [randomUUID(), randomUUID()]
  await keep(bootstrap, { operation: 'seed', user_id, subject: { type: 'user', id: user_id } }, async (tx) => {
    const networks = loopback.map((network) => ({ user_id, network, first_port: 1, last_port: 65_535 }))
    const allowed = await Promise.all(networks.map((network) => allowNetwork(tx, network)))
    return { answer: undefined, records: allowed.map(kept.network) }
  })
  await seedRecords(logins.api, { user_id, client_id, account_id }, 'ACTIVE')
  const { key } = await newKey(user_id)
  return {
    user_id,
    name,
    secret: randomBytes(16).toString('hex'),
    api_key: key,
    product_id,
    wallet_id,
    target_user_id,
    client_id,
    account_id,
  }
}

/** A client and its account without an automatic decision: they wait for staff at the desk. */
export async function seedWaiting(logins: Pick<Logins, 'api'>, user_id: string): Promise<void> {
  await seedRecords(logins.api, { user_id, client_id: randomUUID(), account_id: randomUUID() }, 'PENDING')
}

/** A client and its account, as the gateway makes them: each with its event. */
async function seedRecords(
  apiUrl: string,
  { user_id, client_id, account_id }: { user_id: string; client_id: string; account_id: string },
  status: 'ACTIVE' | 'PENDING',
): Promise<void> {
  const pool = openPool({ connectionString: apiUrl, size: 1, name: 'seed' })
  const jobs = createJobSender(apiUrl)
  const metrics = createMetrics()
  const of = { version: 1, status, product_id: null }
  await runAsUser({ pool, jobs, metrics, clock: systemClock }, user_id, 'seed', async (tx) => {
    await seedClient(tx, user_id, client_id, status)
    await seedAccount(tx, user_id, client_id, account_id, status)
    await refillCases(tx, [clientCases, accountCases])
    record(tx, crossborder.client.created({ ...of, id: client_id } as CrossborderClient))
    record(tx, crossborder.account.created({ ...of, id: account_id, client_id } as Account))
  })
  await Promise.all([jobs.close(), pool.end()])
}

/** A test receiver listens on this machine, which is a private address: an operator has to allow it. */
const loopback = ['127.0.0.0/8', '::1/128']

/** A pool or a transaction. */
interface Database {
  query(statement: Statement): Promise<unknown>
}

/** The same, written directly to the database. */
export async function seedNetworks(db: Database, user_id: string): Promise<void> {
  for (const network of loopback)
    await db.query(sql`
      insert into webhook_networks (user_id, network, first_port, last_port) values (${user_id}, ${network}, 1, 65535)`)
}

export async function seedClient(db: Database, user_id: string, client_id: string, status = 'ACTIVE'): Promise<void> {
  const address = {
    street_line_1: '1 Harbor Road',
    city: 'Miami',
    state: 'FL',
    postal_code: '33101',
    country: 'US',
    id: randomUUID(),
  }
  await db.query(sql`
    insert into crossborder_clients (user_id, id, name, type, country, nationality, document, document_type, email, address,
      status, created_at, updated_at)
    values (${user_id}, ${client_id}, 'Northwind Imports', 'LEGAL_PERSON', 'US', 'American', 'P1234567', 'OTHERS',
      'finance@northwind.example', ${address}, ${status}, now(), now())`)
}

export async function seedAccount(
  db: Database,
  user_id: string,
  client_id: string,
  account_id: string,
  status = 'ACTIVE',
): Promise<void> {
  await db.query(sql`
    insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number, account_name,
      nickname, branch, bank_name, bank_code, bank_code_type, clearing_code, status, created_at, updated_at)
    values (${user_id}, ${account_id}, ${client_id}, 'US', 'USD', 'CHECKING', '000123456789', 'Operating account', 'main', '0001',
      'Example Bank', '021000021', 'ABA', 'CHIPS0001', ${status}, now(), now())`)
}
