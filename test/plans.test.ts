import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examples } from './support/examples.ts'
import { openTestGateway, type TestGateway } from './support/gateway.ts'
import { openWire, type Wire } from './support/wire.ts'

/**
 * No statement of a request reads a table from end to end. Every statement that an operation sends is caught on the wire
 * and planned without its values; what is not found by an index that the owner leads is named.
 */
let gateway: TestGateway
let wire: Wire

beforeAll(async () => {
  gateway = await openTestGateway(
    {},
    {},
    {
      between: async (url) => {
        wire = await openWire(url)
        return wire.url
      },
    },
  )
  const user = await gateway.user()
  for (const [name, example] of Object.entries(examples)) {
    const answer = await gateway.ask({ ...(await example(gateway, user)), as: user })
    expect(answer.status, name).toBeLessThan(300)
  }
  const { key } = await gateway.apiKey(user)
  await gateway.ask({
    url: '/v1/crossborder/clients?sort=name&order=asc&document=1&email=a@b.example',
    headers: { 'x-api-key': key },
  })
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] && plan['Node Type'].endsWith('Scan') ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

/** As the API's role, within a scope, and with sequential scans made so dear that only their necessity explains one. */
async function asApi<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await gateway.db.admin.connect()
  try {
    await client.query('begin')
    await client.query(
      `set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan; set local search_path = eclusa`,
    )
    await client.query(`select set_config('eclusa.user_id', $1, true)`, [randomUUID()])
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('every statement', () => {
  it('finds its rows by an index that the owner leads', async () => {
    // The tables of the job queue are its own affair, and hold one row a queue.
    const texts = [...wire.statements].filter(
      (text) =>
        !text.includes('pgboss.') &&
        /\b(select|update|insert|delete)\b/i.test(text) &&
        /\bfrom\b|\bupdate\b|\binto\b/i.test(text),
    )
    expect(texts.length).toBeGreaterThan(15)
    for (const text of texts) {
      const plan = await asApi(async (client) => {
        await client.query('set local role eclusa_api')
        await client.query(`prepare looked_at as ${text}`)
        const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
        const nulls = parameters > 0 ? `(${Array(parameters).fill('null').join(', ')})` : ''
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (format json) execute looked_at${nulls}`,
        )
        await client.query('deallocate looked_at')
        return rows[0]!['QUERY PLAN'][0].Plan
      })
      for (const scan of scansOf(plan)) {
        expect(`${scan['Node Type']} ${scan['Index Cond'] ?? scan['Recheck Cond']}`, text).toMatch(
          /^(Index|Index Only|Bitmap Heap) Scan .*user_id/,
        )
      }
    }
  })

  it('inside the functions of the schema too', async () => {
    const calls = [
      `select * from resolve_scope('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}')`,
      `select * from resolve_scope('${randomUUID()}', null, null, null)`,
      `select use_api_key('0123456789abcdef', 'x')`,
    ]
    for (const call of calls) {
      const plans: Plan[] = []
      await asApi(async (client) => {
        await client.query(`load 'auto_explain'; set local auto_explain.log_min_duration = 0; set local auto_explain.log_nested_statements = on;
          set local auto_explain.log_format = json; set local auto_explain.log_level = notice; set local client_min_messages = notice`)
        const hear = (notice: { message?: string | undefined }) => {
          const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(notice.message ?? '')?.[1]
          if (json) plans.push((JSON.parse(json) as { Plan: Plan }).Plan)
        }
        client.on('notice', hear)
        await client.query(call)
        client.off('notice', hear)
      })
      const scans = plans.flatMap(scansOf)
      expect(scans.length, call).toBeGreaterThan(0)
      for (const scan of scans)
        expect(scan['Node Type'], call).toMatch(/^(Index|Index Only|Bitmap Heap|Bitmap Index) Scan$/)
    }
  })
})
