import { recoveryDeadlines } from '@eclusa/gateway/src/areas/pix-fund-recovery/watched-deadlines.ts'
import { infractionDeadlines } from '@eclusa/gateway/src/areas/pix-infractions/watched-deadlines.ts'
import { refundDeadlines } from '@eclusa/gateway/src/areas/pix-refunds/watched-deadlines.ts'
import { measures } from '@eclusa/gateway/src/metrics.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { countDeadline } from '@eclusa/gateway/src/platform/db/statement-deadline.ts'
import type { Statement } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { collectMetrics } from '@eclusa/gateway/src/platform/jobs/collect-metrics.job.ts'
import { measureQueues } from '@eclusa/gateway/src/platform/jobs/measure-queues.ts'
import { createMetrics } from '@eclusa/gateway/src/platform/observability/metrics.ts'
import type { WorkerServices } from '@eclusa/gateway/src/services.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestWorkerServices } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts } from '../observability/alerts.ts'

/** Measurements from the database, taken as by one worker. */
let gateway: TestGateway
let user: TestUser
let worker: WorkerServices
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  worker = createTestWorkerServices(gateway.db)
})
afterAll(async () => {
  await worker.close()
  await gateway.close()
})

const HOUR_MS = 3_600_000

/** All exported values after a round, some hours from now. */
async function taken(hours = 0): Promise<string> {
  const metrics = createMetrics()
  const clock = { now: () => new Date(Date.now() + hours * HOUR_MS) }
  await collectMetrics.run({ ...worker, metrics, clock }, {}, 'test')
  return metrics.text()
}
const valueOf = (told: string, series: string) =>
  Number(
    told
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? Number.NaN,
  )

describe('queues', () => {
  const waiting = 'eclusa_jobs_waiting{job_name="verify-client"}'
  const age = 'eclusa_jobs_oldest_age_seconds{job_name="verify-client"}'
  const put = (created: string, startAfter = created) =>
    gateway.db.admin.query(
      `insert into pgboss.job_common (name, data, created_on, start_after) values ('verify-client', '{}', ${created}, ${startAfter})`,
    )

  it('that are empty are reported as such, by every job', async () => {
    await gateway.db.admin.query(`delete from pgboss.job_common`)
    const told = await taken()
    expect([valueOf(told, waiting), valueOf(told, age)]).toEqual([0, 0])
    expect(told).toContain('eclusa_jobs_waiting{job_name="collect-metrics"} 0\n')
    expect(told).not.toContain('job_name="__')
  })

  it('count due jobs with their age, without delayed and finished ones', async () => {
    await put(`now() - interval '90 seconds'`)
    await put(`now() - interval '30 seconds'`)
    // Enqueued long ago for a time that has just come.
    await put(`now() - interval '2 hours'`, `now() - interval '10 seconds'`)
    await put('now()', `now() + interval '1 hour'`)
    await gateway.db.admin.query(
      `insert into pgboss.job_common (name, data, state, created_on) values ('verify-client', '{}', 'completed', now() - interval '1 day')`,
    )
    const told = await taken()
    expect(valueOf(told, waiting)).toBe(3)
    expect(valueOf(told, age)).toBeGreaterThanOrEqual(90)
    expect(valueOf(told, age)).toBeLessThan(120)
  })

  it('are counted up to a maximum', async () => {
    await gateway.db.admin.query(
      `insert into pgboss.job_common (name, data) select 'verify-client', '{}' from generate_series(1, 1500)`,
    )
    expect(valueOf(await taken(), waiting)).toBe(1_000)
  })
})

describe('deadlines', () => {
  it('come near, and are missed, at their exact time', async () => {
    // For an operational flaw: twenty-four hours, and near two hours before.
    const id = await gateway.refundRequest(user)
    const { rows } = await gateway.db.admin.query<{ due_date: Date }>(
      'select due_date from refund_requests where id = $1',
      [id],
    )
    const due = rows[0]!.due_date.getTime()
    const at = (ms: number) => countDeadline(worker.operator, refundDeadlines[0]!, new Date(due + ms))
    expect(await at(-2 * HOUR_MS - 1)).toEqual({ near: 0, missed: 0 })
    expect(await at(-2 * HOUR_MS)).toEqual({ near: 1, missed: 0 })
    expect(await at(-1)).toEqual({ near: 1, missed: 0 })
    expect(await at(0)).toEqual({ near: 0, missed: 1 })
    const told = await taken(25)
    expect(valueOf(told, 'eclusa_deadlines{kind="refund",state="missed"}')).toBe(1)
    expect(valueOf(told, 'eclusa_deadlines{kind="recovery",state="near"}')).toBe(0)
  })
})

describe('webhooks', () => {
  it('that wait are counted by whether their endpoint responds', async () => {
    const body = { url: 'https://hooks.example.com/in', event_types: ['crossborder.client.created'] }
    const made = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await gateway.account(user)
    await gateway.db.admin.query(`update webhook_deliveries set due_at = now() - interval '70 seconds'`)
    const told = await taken()
    expect(valueOf(told, 'eclusa_webhooks_waiting{endpoint="healthy"}')).toBe(1)
    expect(valueOf(told, 'eclusa_webhooks_oldest_age_seconds{endpoint="healthy"}')).toBeGreaterThanOrEqual(70)
    expect(valueOf(told, 'eclusa_webhooks_waiting{endpoint="failing"}')).toBe(0)
    await gateway.db.admin.query('update webhook_endpoints set consecutive_failures = 3')
    const later = await taken()
    expect(valueOf(later, 'eclusa_webhooks_waiting{endpoint="healthy"}')).toBe(0)
    expect(valueOf(later, 'eclusa_webhooks_waiting{endpoint="failing"}')).toBe(1)
    await gateway.db.admin.query('update webhook_endpoints set consecutive_failures = 0')
  })
})

it('partitions are reported by the days left, the ring of replay claims by its sizes', async () => {
  const told = await taken()
  expect(valueOf(told, 'eclusa_partitions_ahead_days{table="events"}')).toBeGreaterThan(120)
  expect(valueOf(told, 'eclusa_replay_slot_bytes{ahead="0"}')).toBeGreaterThan(0)
  for (const ahead of [1, 2, 3]) expect(valueOf(told, `eclusa_replay_slot_bytes{ahead="${ahead}"}`)).toBe(0)
})

it('a failed measurement is named in the log and fails the run, and the others are still taken', async () => {
  const metrics = createMetrics()
  const events: unknown[] = []
  const log = { ...worker.log, error: (event: string, fields?: object) => void events.push([event, fields]) }
  const broken = { name: 'broken', take: () => Promise.reject(new Error('no')) }
  const round = { ...worker, log, metrics, measures: [broken, ...worker.measures] }
  await expect(collectMetrics.run(round, {}, 'job-1')).rejects.toThrow('no')
  expect(events).toEqual([['not_measured', { name: 'broken', job_id: 'job-1' }]])
  expect(metrics.text()).toContain('eclusa_partitions_ahead_days')
})

it.each(measures)('an alert reports that $name are no longer measured', async (measure) => {
  const metrics = createMetrics()
  await measure.take({ ...worker, metrics })
  const told = metrics.text().matchAll(/^# TYPE (\w+) /gm)
  const { expr } = alerts.find(({ name }) => name === 'EclusaNotMeasured')!
  expect([...told].filter(([, family]) => expr.includes(`absent(${family})`))).toHaveLength(1)
})

describe('among many', () => {
  interface Node {
    'Node Type': string
    'Relation Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Node[]
  }
  const scansOf = (node: Node): Node[] => [
    ...(node['Relation Name'] && node['Node Type'].endsWith('Scan') ? [node] : []),
    ...(node.Plans ?? []).flatMap(scansOf),
  ]
  const EACH = 2_500

  /** The rows each query visited, and its sequential scans. */
  async function looked(send: (operator: never) => Promise<unknown>) {
    let sent: Statement | undefined
    const catching = { query: (statement: Statement) => ((sent = statement), Promise.resolve({ rows: [{}] })) }
    await send(catching as never).catch(() => {})
    const pool = openPool({ connectionString: gateway.db.worker, size: 1, name: 'plans' })
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${sent!.text}`,
      sent!.values,
    )
    await pool.end()
    const scans = scansOf(rows[0]!['QUERY PLAN'][0].Plan)
    const rowsOf = (node: Node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return {
      read: scans.reduce((sum, node) => sum + rowsOf(node), 0),
      whole: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!),
    }
  }

  beforeAll(async () => {
    await fillCases(gateway.db.admin, EACH)
  })

  it.each([...infractionDeadlines, ...refundDeadlines, ...recoveryDeadlines])(
    'deadlines of $kind are counted by an index, up to a maximum',
    async (deadline) => {
      const { read, whole } = await looked((operator) => countDeadline(operator, deadline, new Date()))
      expect(whole).toEqual([])
      expect(read).toBeLessThanOrEqual(2_000)
    },
  )

  it('jobs are counted from the head of each queue', async () => {
    await gateway.db.admin.query(
      `insert into pgboss.job_common (name, data) select 'verify-client', '{}' from generate_series(1, ${EACH});
       analyze pgboss.job_common`,
    )
    const { read, whole } = await looked((operator) =>
      measureQueues.take({ operator, metrics: createMetrics() } as never),
    )
    expect(whole).toEqual([])
    expect(read).toBeLessThan(1_200)
  })
})
