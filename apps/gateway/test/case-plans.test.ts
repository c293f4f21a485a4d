import { randomUUID } from 'node:crypto'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countInHand } from '../src/backoffice/cases/assignment-store.ts'
import { findCases, findWaiting, listWaiting } from '../src/backoffice/cases/case-store.ts'
import { COUNTED_MAX, countWaiting } from '../src/backoffice/cases/count-store.ts'
import { listSame } from '../src/backoffice/cases/same-document-store.ts'
import { readTimeline } from '../src/backoffice/timeline/timeline-store.ts'
import { caseKinds, stories } from '../src/case-types.ts'
import { openPage } from '../src/http/page.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Transaction } from '../src/platform/db/transaction.ts'
import { createKeyRing } from '../src/platform/key-ring.ts'

const EACH = 3_000
const HOURS = 24
const PAGE = 21

interface TestCasePlansNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: TestCasePlansNode[]
}

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
  await fillCases(db.admin, EACH)
  // A person with the maximum of assigned cases, and another with the data of a year.
  await db.admin.query(`update eclusa.cases set assigned_name = 'name', assigned_at = now(),
    assigned_to = case when id in (select id from eclusa.cases where kind = 'infraction' limit 500) then 'ana' else 'rui' end
    where kind = 'infraction'`)
  // Acts on other cases than the tested one, and their events.
  const client = await db.admin.connect()
  await client.query(`set search_path = eclusa; set session_replication_role = replica;
    insert into audit_log (sequence, at, actor_id, actor_name, actor_kind, role, operation, user_id, subject_type, subject_id,
      request_id, changes, records, previous_hash, hash)
    select n, now(), 'ana', 'ana', 'person', 'analyst', 'revealInfraction', gen_random_uuid(), 'infraction', gen_random_uuid(),
      n, '{}', '[]', '', '' from generate_series(1, ${EACH}) n;
    insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
    select md5('user' || n % 50)::uuid, gen_random_uuid(), 'pix.refund_request.received', gen_random_uuid(), 1, '{}', n, now()
    from generate_series(1, ${EACH}) n;
    insert into client_activity (user_id, client_id, sequence, id, event_id, source, event_type, status, request_id,
      event_created_at, previous_hash, hash)
    select user_id, object_id, 1, id, id, 'gateway', 'CLIENT_CREATED', 'PENDING', request_id, created_at, '', '' from events;
    insert into onboarding_activity (user_id, product_id, onboarding_id, id, what, status, actor, request_id, created_at)
    select user_id, user_id, object_id, id, 'submitted', 'in_process', 'gateway', request_id, created_at from events`)
  client.release(true)
  await db.admin.query('vacuum analyze')
})
afterAll(() => db.drop())

/** The statements of a store, each planned for all values with the desk's login: how many table rows they read. */
async function rowsRead(work: (tx: Transaction) => Promise<unknown>): Promise<{ read: number; whole: string[] }> {
  const pool = openPool({ connectionString: db.desk, size: 1, name: 'plans' })
  const scans: TestCasePlansNode[] = []
  let sent = 0
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work({
      async query({ text, values }) {
        const name = `looked_at_${sent++}`
        await client.query(`prepare ${name} as ${text}`)
        const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: TestCasePlansNode }] }>(
          `explain (format json, analyze, timing off) execute ${name}${given}`,
        )
        scans.push(...scansOf(rows[0]!['QUERY PLAN'][0].Plan))
        return (await client.query(text, values)).rows as never
      },
      write: () => undefined,
    })
  } finally {
    client.release(true)
    await pool.end()
  }
  const looked = (node: TestCasePlansNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return {
    read: Math.ceil(scans.reduce((sum, node) => sum + looked(node), 0)),
    whole: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!),
  }
}
const literal = (value: unknown) => {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  return `'${(Array.isArray(value) ? `{${value.map((one) => one ?? 'null').join(',')}}` : String(value)).replaceAll("'", "''")}'`
}
const scansOf = (node: TestCasePlansNode): TestCasePlansNode[] => [
  ...(node['Relation Name'] && node['Node Type'].endsWith('Scan') ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

const owner = { operation: 'plans', params: {}, user_id: 'ana', wallet_id: null, keys: createKeyRing('plans') }
const asked = { order: 'asc' } as const
const first = () => openPage(owner, asked, 'deadline')
/** A page in the middle of the list. */
const middle = () => {
  const { page_state } = first().answer(
    Array.from({ length: PAGE }, () => ({ id: randomUUID(), deadline: new Date().toISOString() })),
  )
  return openPage(owner, { ...asked, page_state: page_state! }, 'deadline')
}
const user_id = async () =>
  (await db.admin.query<{ user_id: string }>('select user_id from eclusa.onboardings limit 1')).rows[0]!.user_id
const due_before = new Date(Date.now() + 5 * 86_400_000)

/** A page of each kind, an onboarding for each step twice, a client for each account, and the assignee of each. */
const OF_A_PAGE = PAGE * (caseKinds.length + 4)

describe('a page of open cases', () => {
  it.each(['first', 'middle'] as const)('the %s one reads no more than a page of each kind', async (place) => {
    const page = { first, middle }[place]
    for (const filters of [
      {},
      { due_before },
      { user_id: await user_id() },
      { user_id: await user_id(), due_before },
    ]) {
      const { read, whole } = await rowsRead((tx) => listWaiting(tx, caseKinds, filters, page(), HOURS))
      expect(whole, JSON.stringify(filters)).toEqual([])
      expect(read, JSON.stringify(filters)).toBeLessThanOrEqual(OF_A_PAGE)
      expect(read).toBeGreaterThanOrEqual(PAGE)
    }
  })

  it.each(caseKinds)('of one kind, $name', async (kind) => {
    const { read, whole } = await rowsRead((tx) => listWaiting(tx, [kind], {}, middle(), HOURS))
    expect(whole).toEqual([])
    expect(read).toBeLessThanOrEqual(PAGE * 3)
  })

  it('of one assignee reads only assigned cases', async () => {
    const { read, whole } = await rowsRead((tx) => listWaiting(tx, caseKinds, { assigned_to: 'ana' }, first(), HOURS))
    expect(whole).toEqual([])
    expect(read).toBeLessThanOrEqual(500 * 3)
  })
})

describe('other queries about cases', () => {
  it('count no further than they report', async () => {
    const moments = { now: new Date(), dayEnds: new Date(Date.now() + 86_400_000), person_id: 'ana' }
    const { read, whole } = await rowsRead((tx) => countWaiting(tx, caseKinds, moments, HOURS))
    expect(whole).toEqual([])
    // Four counts of each kind, an onboarding for each step, and past the assigned ones.
    const inHand = 2 * EACH
    expect(read).toBeLessThanOrEqual((COUNTED_MAX + 1) * 4 * (caseKinds.length + 1) + 2 * inHand)
  })

  it.each([
    ['id', { id: randomUUID() }],
    ['end-to-end id', { end_to_end_id: `E${'1'.padStart(31, '0')}` }],
    ['document', { document: 'D1' }],
  ])('is found by its %s through an index', async (_, name) => {
    const { read, whole } = await rowsRead((tx) => findCases(tx, caseKinds, name, HOURS))
    expect(whole).toEqual([])
    // A document has one onboarding here, with its steps.
    expect(read).toBeLessThanOrEqual(500)
  })

  it.each(caseKinds.filter(({ documents }) => documents))('of the same document: of a case of $name', async (kind) => {
    const one = await db.admin.query<{ id: string; user_id: string }>(
      `select id, user_id from eclusa.${kind.table} limit 1`,
    )
    const newest = { sort: 'opened_at', order: 'desc' } as const
    const begun = openPage(owner, newest, 'opened_at')
    const { page_state } = begun.answer(
      Array.from({ length: PAGE }, () => ({ id: randomUUID(), opened_at: new Date().toISOString() })),
    )
    for (const page of [begun, openPage(owner, { ...newest, page_state: page_state! }, 'opened_at')]) {
      const { read, whole } = await rowsRead((tx) => listSame(tx, caseKinds, { kind, ...one.rows[0]! }, page, HOURS))
      expect(whole).toEqual([])
      // A page of each kind for each of two documents, and the cases of a page with their assignees.
      expect(read).toBeLessThanOrEqual(PAGE * (5 * 2 + 4))
    }
  })

  it.each(stories)('the timeline reads one record only, $name', async (story) => {
    const hero = { id: randomUUID(), user_id: story.name.startsWith('unclaimed') ? null : await user_id() }
    const page = openPage(owner, { sort: 'at', order: 'desc' }, 'at')
    const { read } = await rowsRead((tx) => readTimeline(tx, story, hero, page, false))
    expect(read).toBeLessThanOrEqual(PAGE)
  })

  it.each(caseKinds)('is found by its id alone, $name', async (kind) => {
    const of = kind.of ? await user_id() : undefined
    const { whole } = await rowsRead((tx) => findWaiting(tx, kind, { id: randomUUID(), user_id: of }, HOURS))
    expect(whole).toEqual([])
  })

  it('assigned cases are read by their ids', async () => {
    const { read, whole } = await rowsRead((tx) => countInHand(tx, 'ana'))
    expect(whole).toEqual([])
    expect(read).toBeLessThanOrEqual(500 * 3)
  })
})
