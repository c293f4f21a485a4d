import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { deleteDoneJobs } from '@eclusa/gateway/src/platform/jobs/delete-done-jobs.job.ts'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { postgresSeconds, processSeconds } from '@eclusa/testing/load/processor-time.ts'
import type pg from 'pg'
import type { Bench } from './benchmark.ts'
import type { BenchEnvironment } from './environment.ts'

const [AT_ONCE, WARM_SECONDS, SECONDS] = [250_000, 90, 180]
/** With the default 128 MB, ten million rows and their indexes would be read from and written to the disk repeatedly. */
const server = ['shared_buffers=2GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min']
const LIMIT = 0.05
const percent = (of: number) => `${(of * 100).toFixed(1)} %`

/**
 * Jobs finished within the last ten minutes, in all queues, as a worker leaves them, inserted by two sessions. Their ids
 * ascend: random ones would touch every page of the key.
 */
async function fillJobs(admin: pg.Pool, jobs: number, say: Bench['say']): Promise<void> {
  const began = performance.now()
  let [left, done] = [jobs, 0]
  const session = async () => {
    const client = await admin.connect()
    try {
      // The admin's sessions check no foreign keys, and commits do not wait for the disk.
      await client.query('set synchronous_commit = off')
      while (left > 0) {
        const count = Math.min(AT_ONCE, left)
        left -= count
        await client.query(donePortion, [count])
        done += count
        say(`${done} of ${jobs} done jobs`)
      }
    } finally {
      client.release()
    }
  }
  await Promise.all([session(), session()])
  say('vacuuming')
  await admin.query(`vacuum analyze ${QUEUE_SCHEMA}.job_common`)
  await admin.query('checkpoint')
  say(`filled within ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}

const donePortion = `
  insert into ${QUEUE_SCHEMA}.job_common (id, name, data, state, deletion_seconds, created_on, start_after, started_on, completed_on)
  select uuidv7(), names[1 + n % cardinality(names)], jsonb_build_object('user_id', gen_random_uuid(), 'client_id', gen_random_uuid()),
    'completed', deletion_seconds, at, at, at, at
  from generate_series(1, $1) n,
    lateral (select now() - n % 600 * interval '1 second' as at) times,
    (select array_agg(name) as names, max(deletion_seconds) as deletion_seconds from ${QUEUE_SCHEMA}.queue) queues`

/** CPU share of an idle worker, with PostgreSQL. */
export async function measureJobs({ say, must, open }: Bench, jobs: number): Promise<object> {
  const stage = await open(server)
  await fillJobs(stage.admin, jobs, say)
  say(`an idle worker, for ${WARM_SECONDS + SECONDS} s`)
  const worker = await stage.startWorker()
  await pause(WARM_SECONDS * 1_000)
  // pg-boss's hourly maintenance runs during the measurement.
  await stage.admin.query(`update ${QUEUE_SCHEMA}.queue set maintain_on = null`)
  const [began, own, postgres] = [performance.now(), processSeconds(worker.child.pid!), postgresSeconds()]
  await pause(SECONDS * 1_000)
  const seconds = (performance.now() - began) / 1_000
  const shares = {
    worker: (processSeconds(worker.child.pid!) - own) / seconds,
    postgres: (postgresSeconds() - postgres) / seconds,
  }
  const share = shares.worker + shares.postgres
  const { rows } = await stage.admin.query<{ kept: number; hourly: number }>(
    `select (select count(*)::float8 from ${QUEUE_SCHEMA}.job_common) as kept,
       (select count(maintain_on)::float8 from ${QUEUE_SCHEMA}.queue) as hourly`,
  )
  must(rows[0]!.kept >= jobs, `all ${jobs} are there after it`)
  must(rows[0]!.hourly > 0, 'the hourly housekeeping ran meanwhile')
  say(
    `an idle worker beside ${jobs} done jobs: ${percent(share)} of a core (limit ${percent(LIMIT)}), ` +
      `${percent(shares.worker)} its own and ${percent(shares.postgres)} of PostgreSQL`,
  )
  must(share <= LIMIT, `an idle worker beside ${jobs} done jobs takes at most ${percent(LIMIT)} of a core`)
  await worker.kill()
  const deletion = await measureDeletion(stage)
  say(
    `a run of delete-done-jobs: ${deletion.jobs} in ${deletion.seconds.toFixed(1)} s, ${deletion.postgres.toFixed(1)} s of PostgreSQL`,
  )
  await stage.close()
  return { jobs, ...shares, deletion }
}

/** The duration of one run of the deletion job with more rows than it may delete. */
async function measureDeletion({ admin, database }: BenchEnvironment) {
  const operator = openPool({ connectionString: database.worker, size: 1, name: 'bench' })
  const count = async () =>
    (await admin.query<{ n: number }>(`select count(*)::float8 as n from ${QUEUE_SCHEMA}.job_common`)).rows[0]!.n
  const before = await count()
  const [began, postgres] = [performance.now(), postgresSeconds()]
  await deleteDoneJobs.run({ operator, settings: { JOB_RETENTION_MINUTES: 1 } }, {}, 'bench')
  const figures = { seconds: (performance.now() - began) / 1_000, postgres: postgresSeconds() - postgres }
  await operator.end()
  return { jobs: before - (await count()), ...figures }
}
