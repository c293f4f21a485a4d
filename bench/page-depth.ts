import { randomUUID } from 'node:crypto'
import { createDatabase, openAdminPool } from '../sandbox/database.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import { seedAccount, seedClient } from '../sandbox/seed.ts'
import { listAccountsOf } from '../src/areas/crossborder/accounts/account-store.ts'
import { openPool } from '../src/base/db/pool.ts'
import { scopeOfUser } from '../src/gate/scope/scope.ts'
import { comparePages, describeCost, type PagedList } from './page-cost.ts'

/** Does page ten thousand cost what page one does? Asked of a client with a million accounts. */
const ACCOUNTS = Number(process.argv[2] ?? 1_000_000)
const DEPTH = Number(process.argv[3] ?? 10_000)

const say = (line: string) => void process.stderr.write(`${line}\n`)
const postgres = await startPostgres(process.env, ['shared_buffers=64MB'])
try {
  await measure()
} finally {
  await postgres.stop()
}

async function measure(): Promise<void> {
  const database = await createDatabase(postgres.adminUrl, 'eclusa_page_depth')
  const admin = openAdminPool(postgres.adminUrl, 'eclusa_page_depth', 1)
  const [user_id, client_id, account_id] = [randomUUID(), randomUUID(), randomUUID()]
  await seedClient(admin, user_id, client_id)
  await seedAccount(admin, user_id, client_id, account_id)
  say(`writing ${ACCOUNTS} accounts …`)
  await admin.query(
    `insert into crossborder_accounts select user_id, gen_random_uuid(), client_id, country, currency_symbol, account_type,
       lpad(n::text, 12, '0'), account_name, nickname, branch, bank_name, bank_code, bank_code_type, clearing_code, status, version,
       created_at + n * interval '1 millisecond', updated_at, null
     from crossborder_accounts, generate_series(1, $1::int) n where id = $2`,
    [ACCOUNTS, account_id],
  )
  await admin.query('vacuum analyze crossborder_accounts')
  await admin.end()

  const pool = openPool({ connectionString: database.api, size: 1, name: 'page-depth' })
  for (const sort of ['created_at', 'account_number']) {
    const list: PagedList = {
      name: 'listAccounts',
      sort,
      scope: scopeOfUser(user_id),
      rows: (tx, page) => listAccountsOf(tx, client_id, {}, page),
    }
    say(`walking to page ${DEPTH} by ${sort} …`)
    process.stdout.write(`${describeCost(list, DEPTH, await comparePages(pool, list, DEPTH))}\n`)
  }
  await pool.end()
}
