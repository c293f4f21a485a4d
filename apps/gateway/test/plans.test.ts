import { randomUUID } from 'node:crypto'
import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { forgetRows, inScope, planOf, scansOf, type TestingPlan } from '@eclusa/testing/plans.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * No statement of a request scans a whole table. Every statement of an operation is captured on the wire and planned without
 * its values. A statement without an index that begins with the owner is reported.
 */
let gateway: TestGateway
let wire: Wire

beforeAll(async () => {
  gateway = await createTestGateway(
    {},
    {},
    {
      between: async (url) => {
        wire = await createWire(url)
        return wire.url
      },
    },
  )
  const user = await gateway.user()
  // Once for the caller itself, and once as an owner for a target user.
  for (const as of [user, await gateway.acting(user)])
    for (const [name, example] of Object.entries(examples)) {
      const answer = await gateway.ask({ ...(await example(gateway, as)), as })
      expect(answer.status, name).toBeLessThan(300)
    }
  const { key } = await gateway.apiKey(user)
  await gateway.ask({
    url: '/v1/crossborder/clients?sort=name&order=asc&document=1&email=a@b.example',
    headers: { 'x-api-key': key },
  })
  await forgetRows(gateway)
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

/** Sequential scans get such a high cost that a plan has one only when there is no alternative. */
const DEAR = 'set local enable_seqscan = off'

describe('every statement', () => {
  // Row-level security adds the owner to every statement: planned without it, a statement is found by what it names itself.
  it.each([
    { role: 'eclusa_api', held: 'with row-level security' },
    { role: 'none', held: 'without row-level security' },
  ])('finds its rows by an index that the owner leads, $held', async ({ role }) => {
    // The tables of the job queue are its own affair, and hold one row a queue; a clock is one row.
    const texts = [...wire.statements].filter(
      (text) =>
        !/\b(pgboss|clock)\./.test(text) &&
        /\b(select|update|insert|delete)\b/i.test(text) &&
        /\bfrom\b|\bupdate\b|\binto\b/i.test(text),
    )
    expect(texts.length).toBeGreaterThan(15)
    for (const text of texts) {
      const plan = await planOf(gateway, text, DEAR, role)
      for (const scan of scansOf(plan)) {
        expect(`${scan['Node Type']} ${scan['Index Cond'] ?? scan['Recheck Cond']}`, text).toMatch(
          /^(Index|Index Only|Bitmap Heap) Scan .*user_id/,
        )
      }
    }
  })

  it('reads lists of a caller bound to a product by an index of that product', async () => {
    const lists = [...wire.statements].filter((text) =>
      /where\s+user_id = \$1 and product_id = \$2(?: and withdrawn_at is null)?\s+\/\* list \*\/ order by (created_at|updated_at|name) /.test(
        text,
      ),
    )
    expect(lists.length).toBeGreaterThan(6)
    for (const text of lists) {
      const conditions = scansOf(await planOf(gateway, text, DEAR)).map((scan) => scan['Index Cond'])
      expect(conditions.join(), text).toMatch(/user_id = \$1.*product_id = \$2/)
    }
  })

  it('inside the functions of the schema too', async () => {
    const calls = [
      `select * from scope_of('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}')`,
      `select * from scope_of('${randomUUID()}', null, null, null)`,
      `select scope_version('${randomUUID()}', null, '${randomUUID()}')`,
      `select still_served('${randomUUID()}', '${randomUUID()}')`,
      `select serves_target('${randomUUID()}', '${randomUUID()}', '${randomUUID()}')`,
      `select product_of_wallet('${randomUUID()}', '${randomUUID()}')`,
      `select use_api_key('0123456789abcdef', array['x'::bytea], array['pepper'])`,
    ]
    for (const call of calls) {
      const plans: TestingPlan[] = []
      await inScope(gateway, DEAR, async (client) => {
        await client.query(`load 'auto_explain'; set local auto_explain.log_min_duration = 0; set local auto_explain.log_nested_statements = on;
          set local auto_explain.log_format = json; set local auto_explain.log_level = notice; set local client_min_messages = notice`)
        const hear = (notice: { message?: string | undefined }) => {
          const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(notice.message ?? '')?.[1]
          if (json) plans.push((JSON.parse(json) as { Plan: TestingPlan }).Plan)
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

  it('once, and not at every request: before PostgreSQL 18 a function in SQL that cannot be folded is planned at each call', async () => {
    const seldom = {
      digest_expression: 'while the database is migrated',
      still_served: 'for many deliveries at once, and when a link is opened',
      write_request_log: 'for many requests at once',
    }
    const { rows } = await gateway.db.admin.query<{ proname: string }>(`select proname from pg_proc
      where pronamespace = 'eclusa'::regnamespace and prolang = (select oid from pg_language where lanname = 'sql')
        and (prosecdef or proconfig is not null) order by proname`)
    expect(rows.map(({ proname }) => proname)).toEqual(Object.keys(seldom))
  })
})
