import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createDatabase, withDatabase } from '../sandbox/database.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import { seedAccount, seedClient } from '../sandbox/seed.ts'
import { listAccountRows } from '../src/areas/crossborder/accounts/account-store.ts'
import { openPool } from '../src/base/db/pool.ts'
import { runTransaction } from '../src/base/db/transaction.ts'
import { openPage } from '../src/gate/page.ts'
import { openScope } from '../src/gate/replay/claim.ts'
import type { Tx } from '../src/gate/transaction.ts'

/**
 * Does page five thousand cost what page one does? A client with a million accounts, walked page by page to the depth
 * asked for; then both pages in turn, in many short rounds, by the processor time of the backend (wall time on a shared
 * machine says more about the neighbours). Prints the median ratio and its 95 % interval.
 */
const ACCOUNTS = Number(process.argv[2] ?? 1_000_000)
const DEPTH = Number(process.argv[3] ?? 5_000)
const PAGE_SIZE = 20
const ROUNDS = 40
const READS_PER_ROUND = 50

const say = (line: string) => void process.stderr.write(`${line}\n`)
const postgres = await startPostgres(process.env, ['shared_buffers=64MB'])
try {
  await measure()
} finally {
  await postgres.stop()
}

async function measure(): Promise<void> {
  const database = await createDatabase(postgres.adminUrl, 'eclusa_page_depth')
  const admin = new pg.Pool({
    connectionString: withDatabase(postgres.adminUrl, 'eclusa_page_depth'),
    max: 1,
    options: '-c search_path=eclusa',
  })
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
  for (const sort of ['created_at', 'account_number']) await compare(pool, user_id, client_id, sort)
  await pool.end()
}

async function compare(pool: pg.Pool, user_id: string, client_id: string, sort: string): Promise<void> {
  const owner = { operation: 'listAccounts', params: { client_id }, user_id, secret: 'page-depth' }
  const scope = { user_id, authenticated_user_id: user_id, product_id: null, wallet_id: null }
  const read = async (page_state: string | undefined) =>
    runTransaction(pool, {
      opening: [{ statement: openScope(user_id, undefined) }],
      work: async (tx) => {
        const cut = openPage(owner, { page_size: PAGE_SIZE, sort, ...(page_state && { page_state }) }, sort)
        return cut.answer(await listAccountRows({ ...tx, scope } as Tx, client_id, {}, cut.clause))
      },
    })

  say(`walking to page ${DEPTH} by ${sort} …`)
  let deep: string | undefined
  for (let page = 1; page < DEPTH; page += 1) deep = (await read(deep)).page_state ?? undefined

  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processorNs = () => Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0])
  const cost = async (page_state: string | undefined) => {
    const before = processorNs()
    for (let n = 0; n < READS_PER_ROUND; n += 1) await read(page_state)
    return (processorNs() - before) / READS_PER_ROUND / 1000
  }
  const first: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await cost(undefined)
    first.push(one)
    ratios.push((await cost(deep)) / one)
  }
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(3)
  const median = first.toSorted((a, b) => a - b)[ROUNDS / 2]!.toFixed(0)
  process.stdout.write(
    `${sort}: page 1 ${median} µs of backend time; page ${DEPTH} / page 1 = ${at(0.5)} (rounds 2.5 % to 97.5 %: ${at(0.025)} to ${at(0.975)})\n`,
  )
}
