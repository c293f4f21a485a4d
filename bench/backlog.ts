/**
 * What a write costs while a million jobs wait to be done, beside one while none does. Run it with
 * `npm run bench -- backlog [jobs]`. Two gateways on two servers, asked in turns; the second asked twice is the null pair.
 */

import { verifyAccount } from '../src/areas/crossborder/accounts/verify-account.job.ts'
import { QUEUE_SCHEMA } from '../src/base/jobs/queue.ts'
import { ratioOf, seeded, shown, shuffled } from './figures.ts'
import { openStage, type Stage } from './stage.ts'

const JOBS = Number(process.argv[2] ?? 1_000_000)
const [ROUNDS, SECONDS, WARM_SECONDS, LINES] = [12, 4, 6, 16]
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function openGateway(jobs: number) {
  const stage = await openStage()
  await stage.admin.query(
    `insert into ${QUEUE_SCHEMA}.job (name, data)
     select $1, jsonb_build_object('user_id', gen_random_uuid(), 'client_id', gen_random_uuid(), 'account_id', gen_random_uuid())
     from generate_series(1, $2)`,
    [verifyAccount.name, jobs],
  )
  await stage.admin.query('vacuum analyze')
  const api = await stage.startApi(stage.database.api)
  return { stage, port: Number(new URL(api.base_url).port) }
}

async function perSecond({ stage, port }: { stage: Stage; port: number }, seconds = SECONDS): Promise<number> {
  const { served, seconds: took, statuses } = await stage.play({ work: 'patch-account', port, seconds, lines: LINES })
  if (served.length === 0) throw new Error(`answered ${JSON.stringify(statuses)}`)
  return served.length / took
}

const idle = await openGateway(0)
const busy = await openGateway(JOBS)
say(`${JOBS} jobs wait at the second gateway`)
for (const gateway of [idle, busy]) await perSecond(gateway, WARM_SECONDS)
const arms = { idle, again: idle, busy }
type Arm = keyof typeof arms
const rates: Record<Arm, number[]> = { idle: [], again: [], busy: [] }
const draw = seeded(JOBS)
for (let round = 1; round <= ROUNDS; round += 1) {
  for (const arm of shuffled(Object.keys(arms) as Arm[], draw)) rates[arm].push(await perSecond(arms[arm]))
  say(
    `round ${round} of ${ROUNDS}: ${Object.entries(rates)
      .map(([arm, all]) => `${arm} ${all.at(-1)!.toFixed(0)}/s`)
      .join(', ')}`,
  )
}
say(
  `PATCH account, ${LINES} connections, with ${JOBS} jobs waiting: ${shown(ratioOf(rates.busy, rates.idle))} of without; null pair ${shown(ratioOf(rates.again, rates.idle))}`,
)
const { rows } = await busy.stage.admin.query<{ bytes: number }>(
  `select (pg_total_relation_size(inhrelid) / greatest(1, reltuples))::int as bytes from pg_inherits
   join pg_class on oid = inhrelid where inhparent = '${QUEUE_SCHEMA}.job'::regclass order by reltuples desc limit 1`,
)
say(`a job that waits takes ${rows[0]?.bytes} bytes`)
for (const { stage } of [idle, busy]) await stage.close()
