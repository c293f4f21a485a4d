/**
 * What a write costs while a million jobs wait to be done, beside one while none does. Run it with
 * `npm run bench -- backlog [jobs]`. Three gateways on three servers, asked in turns: two of them alike are the null pair. First nobody works the
 * jobs; then a worker does at each, which takes from the API what a processor can be taken from it.
 */

import { verifyAccount } from '../src/areas/crossborder/accounts/verify-account.job.ts'
import { QUEUE_SCHEMA } from '../src/base/jobs/queue.ts'
import { benchmark } from './benchmark.ts'
import { ratioOf, seeded, shown, shuffled } from './figures.ts'
import { isLoud } from './measure.ts'
import type { Stage } from './stage.ts'

const JOBS = Number(process.argv[2] ?? 1_000_000)
const [ROUNDS, SECONDS, WARM_SECONDS, LINES] = [12, 4, 6, 16]
const LEAST = 0.9

interface Gateway {
  stage: Stage
  port: number
}

async function fill({ admin }: Stage, jobs: number): Promise<void> {
  await admin.query(
    `insert into ${QUEUE_SCHEMA}.job (name, data)
     select $1, jsonb_build_object('user_id', gen_random_uuid(), 'client_id', gen_random_uuid(), 'account_id', gen_random_uuid())
     from generate_series(1, $2)`,
    [verifyAccount.name, jobs],
  )
  await admin.query('vacuum analyze')
}

async function perSecond({ stage, port }: Gateway, seconds = SECONDS): Promise<number> {
  const { served, seconds: took, statuses } = await stage.play({ work: 'patch-account', port, seconds, lines: LINES })
  if (served.length === 0) throw new Error(`answered ${JSON.stringify(statuses)}`)
  return served.length / took
}

async function waiting({ stage }: Gateway): Promise<{ jobs: number; bytes: number }> {
  const { rows } = await stage.admin.query<{ jobs: number; bytes: number }>(
    `select (count(*) filter (where state = 'created'))::int as jobs,
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree('${QUEUE_SCHEMA}.job'))::float8 / count(*) as bytes
     from ${QUEUE_SCHEMA}.job`,
  )
  return rows[0]!
}

await benchmark('backlog', async ({ say, must, open, keep }) => {
  async function openGateway(jobs: number): Promise<Gateway> {
    const stage = await open()
    await fill(stage, jobs)
    const api = await stage.startApi(stage.database.api)
    return { stage, port: Number(new URL(api.base_url).port) }
  }
  const arms = { idle: await openGateway(0), again: await openGateway(0), busy: await openGateway(JOBS) }
  type Arm = keyof typeof arms
  const { bytes } = await waiting(arms.busy)
  say(`${JOBS} jobs wait at the third gateway, of ${bytes.toFixed(0)} bytes each`)

  async function compare(when: string) {
    for (const gateway of Object.values(arms)) await perSecond(gateway, WARM_SECONDS)
    const rates: Record<Arm, number[]> = { idle: [], again: [], busy: [] }
    const draw = seeded(JOBS)
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const arm of shuffled(Object.keys(arms) as Arm[], draw)) rates[arm].push(await perSecond(arms[arm]))
      const told = Object.entries(rates).map(([arm, all]) => `${arm} ${all.at(-1)!.toFixed(0)}/s`)
      say(`round ${round} of ${ROUNDS}: ${told.join(', ')}`)
    }
    const [ratio, pair] = [ratioOf(rates.busy, rates.idle), ratioOf(rates.again, rates.idle)]
    say(
      `PATCH account, ${LINES} connections, ${when}, with ${JOBS} jobs waiting: ${shown(ratio)} of without; null pair ${shown(pair)}`,
    )
    return { ratio, pair }
  }

  const unworked = await compare('nobody works them')
  must(!isLoud(unworked.pair), 'two that are alike are alike')
  must(unworked.ratio.median >= LEAST, `at least ${LEAST} of without`)
  // A person decides about what is verified, so that every change goes on to leave a job.
  for (const { stage } of Object.values(arms)) await stage.startWorker({ CROSSBORDER_VERIFICATION: 'manual' })
  const worked = await compare('a worker works them')
  const left = await waiting(arms.busy)
  say(`${left.jobs} of them still wait`)
  keep({ jobs: JOBS, bytes, unworked, worked, left: left.jobs })
})
