import { cancelOrphans, claimDeliveries } from '@eclusa/gateway/src/events/delivery/delivery-store.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { median, quantile } from '@eclusa/testing/load/figures.ts'
import { postgresSeconds } from '@eclusa/testing/load/processor-time.ts'
import type pg from 'pg'
import type { Bench } from './benchmark.ts'

const [LOOKS_MAX, CLAIMS] = [1_000, 200]
const LIMIT_MS = 20
/** The worker's queries, which find no work. */
const limits = { total: 4_096, perEndpoint: 64, perUser: 128, held: [] }

/** Endpoints of users with a hundred each: one half has a retry due in an hour, the other half is paused for an hour. */
export async function fillEndpoints(admin: pg.Pool, endpoints: number): Promise<void> {
  await admin.query(
    `with owners as (
       insert into users (id, name) select gen_random_uuid(), 'grown ' || n from generate_series(0, $1 / 100) n returning id
     ), numbered as (select id, row_number() over () - 1 as n from owners),
     made as (
       insert into webhook_endpoints (user_id, id, url, secret, consecutive_failures, failing_since, paused_until, created_at, updated_at)
       select numbered.id, gen_random_uuid(), 'https://hooks.example.com/', '', 3, now(),
         case when n % 2 = 0 then now() + interval '1 hour' end, now(), now()
       from generate_series(1, $1) e join numbered on numbered.n = e / 100
       returning user_id, id, paused_until
     )
     insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, attempt_count, created_at, due_at)
     select user_id, gen_random_uuid(), id, gen_random_uuid(), 'crossborder.account.updated', 1, now(),
       case when paused_until is null then now() + interval '1 hour' else now() end
     from made`,
    [endpoints],
  )
  await admin.query('vacuum analyze')
}

/** The cost of claiming deliveries while none is due, with so many waiting endpoints. */
export async function measureEndpoints({ say, must, open }: Bench, endpoints: number): Promise<object> {
  const stage = await open()
  await fillEndpoints(stage.admin, endpoints)
  const operator = openPool({ connectionString: stage.database.worker, size: 1, name: 'bench' })
  const scheduled = async () =>
    (await stage.admin.query<{ n: number }>(`select count(*)::int as n from webhook_deliveries where scheduled`))
      .rows[0]!.n
  const claim = () => claimDeliveries(operator, uuidv7(), limits)
  // A new endpoint is checked at once.
  let looks = 0
  while ((await scheduled()) < endpoints && looks < LOOKS_MAX) {
    await claim()
    looks += 1
  }
  must((await scheduled()) === endpoints, `all ${endpoints} are scheduled after ${looks} claims`)
  const times: number[] = []
  const began = postgresSeconds()
  for (let claims = 0; claims < CLAIMS; claims += 1) {
    const started = performance.now()
    must((await claim()).length === 0, 'nothing is claimed that is not due')
    times.push(performance.now() - started)
  }
  const postgres_ms = ((postgresSeconds() - began) * 1_000) / CLAIMS
  const started = performance.now()
  await cancelOrphans(operator)
  const orphans_ms = performance.now() - started
  await operator.end()
  const ms = median(times)
  say(
    `a claim beside ${endpoints} waiting endpoints: ${ms.toFixed(1)} ms (limit ${LIMIT_MS} ms), ${quantile(times, 0.99).toFixed(1)} ms at 99 %, ` +
      `${postgres_ms.toFixed(1)} ms of PostgreSQL; the look for those that are disabled ${orphans_ms.toFixed(1)} ms`,
  )
  must(ms <= LIMIT_MS, `a claim beside ${endpoints} waiting endpoints takes at most ${LIMIT_MS} ms`)
  await stage.close()
  return { endpoints, claims_to_schedule: looks, ms, ms_99: quantile(times, 0.99), postgres_ms, orphans_ms }
}
