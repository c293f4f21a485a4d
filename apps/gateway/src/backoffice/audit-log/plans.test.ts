import { createTestAuditLog, seedTold, type TestJournal } from '@eclusa/testing/audit-log.ts'
import { scansOf, type TestingPlan } from '@eclusa/testing/plans.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, type PagedQuery } from '../../http/page.ts'
import type { Statement, Transaction } from '../../platform/db/transaction.ts'
import { createKeyRing } from '../../platform/key-ring.ts'
import { type JournalFilters, listEntries } from './audit-log-store.ts'
import { coveredTables } from './range-digest.ts'
import { coversAfter, lastCover, rowsBetween } from './range-digest-store.ts'

/** No statement about the journal scans a whole table: each uses an index. */
let test: TestJournal
let client: pg.PoolClient
beforeAll(async () => {
  test = await createTestAuditLog()
  await seedTold(test.db.admin, new Date(Date.now() - 3_600_000), 5_000, 3_600, 5_000)
  await test.db.admin.query('analyze events; analyze client_activity; analyze onboarding_activity')
  client = await test.db.admin.connect()
  await client.query(
    'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_sort = off',
  )
})
afterAll(async () => {
  await client.query('rollback')
  client.release()
  await test.close()
})

/** The one statement that this sends. */
async function sent(work: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const texts: string[] = []
  const query = async <Row>({ text }: Statement): Promise<Row[]> => {
    texts.push(text)
    return []
  }
  await work({ query, write: () => {} })
  return texts[0]!
}

async function planOf(text: string, values?: string[]): Promise<TestingPlan> {
  await client.query(`prepare looked_at as ${text}`)
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  const given = values?.map((value) => `'${value}'`) ?? Array<string>(parameters).fill('null')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: TestingPlan }] }>(
    `explain (format json) execute looked_at${parameters > 0 ? `(${given.join(', ')})` : ''}`,
  )
  await client.query('deallocate looked_at')
  return rows[0]!['QUERY PLAN'][0].Plan
}

const nodes = (plan: TestingPlan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodes)]
const indexes = (plan: TestingPlan): string[] => [
  ...(plan['Index Name'] ? [plan['Index Name']] : []),
  ...(plan.Plans ?? []).flatMap(indexes),
]
const owner = {
  operation: 'listJournal',
  params: {},
  user_id: 'sub',
  wallet_id: null,
  keys: createKeyRing('a secret of pages, long enough'),
}

const lists: [string, JournalFilters][] = [
  ['audit_log_in_time', {}],
  ['audit_log_of_actor', { actor_id: 'a' }],
  ['audit_log_of_subject', { subject_id: 'a' }],
  ['audit_log_of_operation', { operation: 'a' }],
]
it.each(lists)('a list is read in the order of %s, its first page and any other', async (index, filters) => {
  const period = { created_at_start: '2026-01-01', created_at_end: '2026-12-31' }
  const row = { id: '7', created_at: '2026-05-05T00:00:00.000Z' }
  const page_state = openPage(owner, { ...filters, page_size: 1 }, 'created_at').answer([row, row]).page_state!
  for (const query of [{}, period, { order: 'asc' }, { page_size: 1, page_state }] as PagedQuery[]) {
    const page = openPage(owner, { ...filters, ...query }, 'created_at')
    const plan = await planOf(await sent((tx) => listEntries(tx, filters, page)))
    expect(scansOf(plan).map((scan) => scan['Index Name'])).toEqual([index])
    expect(nodes(plan)).not.toContain('Sort')
  }
})

it.each(coveredTables)('the covers of %s are found by subject, and its rows by time', async (table) => {
  for (const text of [await sent((tx) => lastCover(tx, table)), await sent((tx) => coversAfter(tx, table, 1, 10))]) {
    const plan = await planOf(text)
    expect(scansOf(plan).map((scan) => scan['Index Name'])).toEqual(['audit_log_by_subject'])
    expect(nodes(plan)).not.toContain('Sort')
  }
  const [from, until] = [Date.now() - 300_000, Date.now()].map((ms) => new Date(ms).toISOString())
  const stretch = { from: from!, until: until!, columns: ['id'] }
  const cursor = await sent(async (tx) => {
    for await (const _ of rowsBetween(tx, table, stretch)) throw new Error('there is none')
  })
  const plan = await planOf(cursor.replace(/^\s*declare \w+ no scroll cursor for/, ''), [from!, until!])
  expect(indexes(plan).length).toBeGreaterThan(0)
  const { rows: brin } = await test.owner.query<{ name: string }>(
    `select relname as name from pg_class join pg_am on pg_am.oid = relam where amname = 'brin'`,
  )
  expect(brin.map(({ name }) => name)).toEqual(expect.arrayContaining(indexes(plan)))
})
