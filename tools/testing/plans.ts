import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TestGateway } from './gateway.ts'

export interface TestingPlan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: TestingPlan[]
}

/** Every plan node that reads rows of a table. */
export const scansOf = (plan: TestingPlan): TestingPlan[] => [
  ...(plan['Relation Name'] && plan['Node Type'].endsWith('Scan') ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

/**
 * Resets the statistics of tables with few rows of one user: with them every index is as good as another, and the choice
 * would depend on when they were collected.
 */
export async function forgetRows({ db }: TestGateway): Promise<void> {
  const { rows } = await db.admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'eclusa'::regnamespace`,
  )
  for (const { name } of rows) await db.admin.query(`alter table ${name} set (autovacuum_enabled = off)`)
  const ours = `(select oid from pg_class where relnamespace = 'eclusa'::regnamespace)`
  await db.admin.query(`delete from pg_statistic where starelid in ${ours}`)
  await db.admin.query(
    `update pg_class set reltuples = -1, relpages = 0 where relkind in ('r', 'i', 'p', 'I') and oid in ${ours}`,
  )
}

/** A rolled back transaction in some scope, with generic plans as the gateway has them. */
export async function inScope<T>(
  { db }: TestGateway,
  settings: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await db.admin.connect()
  try {
    await client.query('begin')
    await client.query(`set local plan_cache_mode = force_generic_plan; set local search_path = eclusa; ${settings}`)
    await client.query(`select set_config('eclusa.user_id', $1, true)`, [randomUUID()])
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** How a role, the API's unless another is named, would run a statement that was caught on the wire. */
export function planOf(
  gateway: TestGateway,
  text: string,
  settings: string,
  role = 'eclusa_api',
): Promise<TestingPlan> {
  return inScope(gateway, settings, async (client) => {
    await client.query(`set local role ${role}`)
    await client.query(`prepare looked_at as ${text}`)
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
    const nulls = parameters > 0 ? `(${Array(parameters).fill('null').join(', ')})` : ''
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: TestingPlan }] }>(
      `explain (format json) execute looked_at${nulls}`,
    )
    await client.query('deallocate looked_at')
    return rows[0]!['QUERY PLAN'][0].Plan
  })
}
