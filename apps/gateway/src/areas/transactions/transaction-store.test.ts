import { randomUUID } from 'node:crypto'
import { sampleDeposit, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, type PagedQuery } from '../../http/page.ts'
import { createClaimScope } from '../../http/replay/claim.ts'
import { scopeOfUser } from '../../http/scope/scope.ts'
import type { Tx } from '../../http/transaction.ts'
import { openPool } from '../../platform/db/pool.ts'
import { runTransaction, type Statement } from '../../platform/db/transaction.ts'
import { createKeyRing } from '../../platform/key-ring.ts'
import { findTransaction, type TransactionName } from './find-transaction.ts'
import { listTransactionsOf, type TransactionFilters } from './transaction-store.ts'

let gateway: TestGateway
let user: TestUser
let pool: pg.Pool
const now = new Date()

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'test' })
})
afterAll(async () => {
  await pool.end()
  await gateway.close()
})

/** Captures the list's statement without executing it. */
async function statementOf(filters: TransactionFilters & PagedQuery, page_state?: string): Promise<Statement> {
  const scope = { ...scopeOfUser(user.user_id), wallet_id: user.wallet_id }
  let caught: Statement | undefined
  const tx = { scope, query: async (statement: Statement) => ((caught = statement), []) } as unknown as Tx
  await listTransactionsOf(tx, user.wallet_id, filters, pageFrom({ ...filters, ...(page_state && { page_state }) }))
  return caught!
}

function pageFrom(query: PagedQuery = {}) {
  const { user_id, wallet_id } = user
  const owner = { operation: 'listTransactions', params: {}, user_id, wallet_id, keys: createKeyRing('secret') }
  return openPage(owner, query, 'created_at')
}

interface TestTransactionStorePlan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: TestTransactionStorePlan[]
}
const nodes = (plan: TestTransactionStorePlan): TestTransactionStorePlan[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(nodes),
]

describe('every combination of filters', () => {
  const values = {
    type: 'DEPOSIT',
    status: 'RECEIVED',
    end_to_end_id: 'E12345678202602281200abcdefghijk',
    created_at_start: new Date(now.getTime() - 40 * 86_400_000).toISOString(),
    created_at_end: now.toISOString(),
  }
  const names = Object.keys(values) as (keyof typeof values)[]
  const combinations = Array.from({ length: 2 ** names.length }, (_, n) => names.filter((_, bit) => n & (1 << bit)))

  let filled: Set<string>

  beforeAll(async () => {
    await gateway.ingest([sampleDeposit(user, now), samplePayment(user, now)], 'test', now)
    // Rows in three months, with few deposits, so that a wrong index has a visible cost for the planner.
    await gateway.db.admin.query(
      `insert into transactions (user_id, wallet_id, id, type, status, amount, end_to_end_id, version, created_at, updated_at)
       select $1, $2, gen_random_uuid(), case when n % 50 = 0 then 'DEPOSIT' else 'PAYMENT' end,
         case when n % 100 = 0 then 'RECEIVED' else 'CONFIRMED' end, n, 'E' || n, 1, at, at
       from generate_series(1, 20000) n, lateral (select date_trunc('month', now()) + (n % 50) * interval '1 day' - interval '27 days' as at) as times`,
      [user.user_id, user.wallet_id],
    )
    await gateway.db.admin.query('analyze transactions')
    const { rows } = await gateway.db.admin.query<{ month: string }>(
      `select inhrelid::regclass::text as month from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'transactions'::regclass and reltuples > 1000`,
    )
    filled = new Set(rows.map(({ month }) => month))
    expect(filled.size).toBeGreaterThan(1)
  })

  it.each(combinations.map((chosen) => [chosen.join(' + ') || 'none', chosen] as const))('%s', async (_, chosen) => {
    const filters = Object.fromEntries(chosen.map((name) => [name, values[name]]))
    const after = pageFrom(filters).answer(
      Array.from({ length: 21 }, () => ({ id: randomUUID(), created_at: now.toISOString() })),
    ).page_state!
    for (const page_state of [undefined, after]) {
      const { text, values: parameters } = await statementOf(filters, page_state)
      const plan = await explain(text, parameters)
      // The scan method of an empty month is irrelevant.
      const read = nodes(plan).filter(({ 'Relation Name': month }) => month && filled.has(month))
      expect(read.length).toBeGreaterThan(0)
      for (const { 'Node Type': type, 'Index Cond': condition, Filter: filter } of read) {
        expect(type).toBe('Index Scan')
        expect(condition).toMatch(/user_id = .* AND .*wallet_id = /)
        // An end-to-end id leaves one or two rows to filter; every other query must use only the index.
        if (chosen.includes('end_to_end_id')) expect(condition).toContain('end_to_end_id = ')
        // The policy's condition is no filter of the query: for a caller bound to a product, the wallet was chosen
        // before.
        else
          expect(filter).toMatch(
            /^\(\(\(NULLIF\(current_setting\('eclusa\.product_id'.* OR .*wallet_id = .*'eclusa\.wallet_id'/,
          )
      }
      const sorted = nodes(plan).filter(({ 'Node Type': type }) => type.includes('Sort'))
      expect(sorted.flatMap(nodes).filter(({ 'Relation Name': month }) => month && filled.has(month))).toEqual([])
    }
  })

  /** Uses the generic plan, like the gateway's own connections. */
  async function explain(text: string, parameters: unknown[]): Promise<TestTransactionStorePlan> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('set local plan_cache_mode = force_generic_plan')
      await client.query(`select set_config('eclusa.user_id', $1, true)`, [user.user_id])
      await client.query(`prepare looked_at as ${text}`)
      const literals = parameters.map((value) => `'${String(value)}'`).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: TestTransactionStorePlan }] }>(
        `explain (format json) execute looked_at(${literals})`,
      )
      await client.query('deallocate looked_at')
      return rows[0]!['QUERY PLAN'][0].Plan
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

describe('findTransaction', () => {
  it('finds by id, end-to-end id and operation, only within the user and the wallet', async () => {
    const second = await gateway.wallet(user)
    const stranger = await gateway.user()
    const [payment] = (await gateway.payments(user)) as unknown as [Record<string, string>]
    const names = [
      { id: payment['id']! },
      { end_to_end_id: payment['end_to_end_id']! },
      { operation_id: payment['operation_id']! },
    ]
    const find = (user_id: string, wallet_id: string, name: TransactionName) =>
      runTransaction(pool, {
        opening: [{ statement: createClaimScope(scopeOfUser(user_id), undefined) }],
        work: (tx) => findTransaction({ ...tx, scope: scopeOfUser(user_id) } as Tx, wallet_id, name),
      })
    for (const name of names) {
      expect(await find(user.user_id, user.wallet_id, name)).toMatchObject({ id: payment['id'], amount: 15_990 })
      expect(await find(user.user_id, second, name)).toBeUndefined()
      expect(await find(stranger.user_id, user.wallet_id, name)).toBeUndefined()
    }
  })
})
