import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { QUEUE_SCHEMA } from '../src/base/jobs/queue.ts'
import type { Bench } from './benchmark.ts'
import { postgresSeconds, processSeconds } from './processor-time.ts'

const [AT_ONCE, WARM_SECONDS, SECONDS] = [250_000, 90, 180]
/** With the 128 MB that a server has otherwise, ten million rows and their indexes are read from the disk and written to it again and again. */
const server = ['shared_buffers=2GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min']
const LIMIT = 0.05
const percent = (of: number) => `${(of * 100).toFixed(1)} %`

/** Jobs that were done within the last ten minutes, in all queues, as a worker leaves them. Their ids ascend: random ones would touch every page of the key. */
async function fillJobs(admin: pg.Pool, jobs: number, say: Bench['say']): Promise<void> {
  const client = await admin.connect()
  try {
    // The admin's sessions check no foreign keys, and nothing waits for the disk.
    await client.query('set synchronous_commit = off')
    for (let from = 0; from < jobs; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, jobs - from)
      await client.query(
        `insert into ${QUEUE_SCHEMA}.job_common (id, name, data, state, deletion_seconds, created_on, start_after, started_on, completed_on)
         select uuidv7(), names[1 + n % cardinality(names)], jsonb_build_object('user_id', gen_random_uuid(), 'client_id', gen_random_uuid()),
           'completed', deletion_seconds, at, at, at, at
         from generate_series(1, $1) n,
           lateral (select now() - n % 600 * interval '1 second' as at) times,
           (select array_agg(name) as names, max(deletion_seconds) as deletion_seconds from ${QUEUE_SCHEMA}.queue) queues`,
        [count],
      )
      say(`${from + count} of ${jobs} done jobs`)
    }
    say('vacuuming')
    await client.query(`vacuum analyze ${QUEUE_SCHEMA}.job_common`)
    await client.query('checkpoint')
  } finally {
    client.release()
  }
}

/** What a worker that has nothing to do takes of a core, together with PostgreSQL. */
export async function measureJobs({ say, must, open }: Bench, jobs: number): Promise<object> {
  const stage = await open(server)
  await fillJobs(stage.admin, jobs, say)
  say(`an idle worker, for ${WARM_SECONDS + SECONDS} s`)
  const worker = await stage.startWorker()
  await pause(WARM_SECONDS * 1_000)
  const [began, own, postgres] = [performance.now(), processSeconds(worker.child.pid!), postgresSeconds()]
  await pause(SECONDS * 1_000)
  const seconds = (performance.now() - began) / 1_000
  const shares = {
    worker: (processSeconds(worker.child.pid!) - own) / seconds,
    postgres: (postgresSeconds() - postgres) / seconds,
  }
  const share = shares.worker + shares.postgres
  say(
    `an idle worker beside ${jobs} done jobs: ${percent(share)} of a core, ` +
      `${percent(shares.worker)} its own and ${percent(shares.postgres)} of PostgreSQL`,
  )
  must(share <= LIMIT, `an idle worker beside ${jobs} done jobs takes at most ${percent(LIMIT)} of a core`)
  await stage.close()
  return { jobs, ...shares }
}
