import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Job } from './job.ts'
import { QUEUE_SCHEMA } from './queue.ts'

const RETRY_DELAY_SECONDS = 5
/** pg-boss drops jobs that did not start within two weeks. Ours must run, whenever a worker is back. */
const WAITS_SECONDS = 10 * 365 * 86_400
/** pg-boss would delete ended jobs in one statement of unbounded length. `delete-done-jobs` deletes them in batches instead. */
const NEVER_DELETED = 0

/**
 * Without the first two indexes, two statements of pg-boss each minute and each deletion of ours would read every kept job.
 * Without the other two its hourly deletion would do so. They cover expired jobs and the few jobs that pg-boss deletes itself.
 */
const indexes = [
  { name: 'job_common_active', rest: `(started_on) where state = 'active'` },
  { name: 'job_common_ended', rest: `(state, completed_on) where state > 'active'` },
  { name: 'job_common_overdue', rest: `(keep_until) where state < 'active'` },
  { name: 'job_common_deletable', rest: `(completed_on) where deletion_seconds > 0` },
]

type Queries = Pick<pg.Pool, 'query'>
type DeclaredQueue = Pick<Job, 'name' | 'retryLimit'>

/** Part of `eclusa migrate`: creates the queue's schema, one queue per job, and the grants of each role. */
export async function installQueues(ownerUrl: string, owner: Queries, queues: DeclaredQueue[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, retryLimit } of queues) {
    await boss.createQueue(name, { retryLimit, retryDelay: RETRY_DELAY_SECONDS, retryBackoff: true })
  }
  await boss.stop({ graceful: false })
  for (const { name, rest } of indexes) await buildIndex(owner, name, rest)
  // The API and the desk enqueue jobs and never read them, so that they cannot see data of other users.
  await owner.query(`
    update ${QUEUE_SCHEMA}.queue set retention_seconds = ${WAITS_SECONDS} where retention_seconds < ${WAITS_SECONDS};
    update ${QUEUE_SCHEMA}.queue set deletion_seconds = ${NEVER_DELETED} where deletion_seconds <> ${NEVER_DELETED};
    -- Until then pg-boss puts off its statistics, which read every job each minute. Our measures count those that wait.
    update ${QUEUE_SCHEMA}.version set monitor_backoff_on = 'infinity';
    grant usage on schema ${QUEUE_SCHEMA} to eclusa_api, eclusa_backoffice, eclusa_bootstrap, eclusa_worker;
    grant execute on all functions in schema ${QUEUE_SCHEMA} to eclusa_api, eclusa_backoffice, eclusa_bootstrap, eclusa_worker;
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to eclusa_worker;
    grant select on ${QUEUE_SCHEMA}.version, ${QUEUE_SCHEMA}.queue to eclusa_api, eclusa_backoffice, eclusa_bootstrap;
    grant insert, select (id) on ${QUEUE_SCHEMA}.job_common to eclusa_api, eclusa_backoffice, eclusa_bootstrap`)
}

/** Builds an index concurrently, while a gateway writes. An interrupted build leaves an invalid index, which is built again. */
async function buildIndex(owner: Queries, name: string, rest: string): Promise<void> {
  const { rows } = await owner.query<{ whole: boolean }>(
    'select indisvalid as whole from pg_index where indexrelid = to_regclass($1)',
    [`${QUEUE_SCHEMA}.${name}`],
  )
  if (rows[0]?.whole) return
  if (rows[0]) await owner.query(`drop index concurrently ${QUEUE_SCHEMA}.${name}`)
  await owner.query(`create index concurrently ${name} on ${QUEUE_SCHEMA}.job_common ${rest}`)
}

/** The queues that `installQueues` would create. */
export async function missingQueues(owner: Queries, queues: DeclaredQueue[]): Promise<string[]> {
  const { rows } = await owner.query<{ there: boolean }>(
    `select to_regclass('${QUEUE_SCHEMA}.queue') is not null as there`,
  )
  const names = queues.map(({ name }) => name)
  if (!rows[0]!.there) return names
  const { rows: made } = await owner.query<{ name: string }>(`select name from ${QUEUE_SCHEMA}.queue`)
  return names.filter((name) => !made.some((queue) => queue.name === name))
}
