import pg from 'pg'
import { installTestClock } from './base/db/install-test-clock.ts'
import { inTurn, migrate, readMigrations } from './base/db/migrations.ts'
import { installQueues } from './base/jobs/boss.ts'
import { jobs } from './worker.ts'

/** Brings a database to the schema of this version: tables, partitions ahead, and the job queues. */
export async function runMigrations(
  ownerUrl: string,
  say: (line: string) => void,
  installation: 'live' | 'test' = 'live',
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'eclusa-migrate' })
  await owner.connect()
  try {
    await inTurn(owner, async () => {
      await refuseOther(owner, installation)
      const applied = await migrate(owner, readMigrations(), say)
      const { rows: months } = await owner.query('select eclusa.keep_month_partitions()')
      const { rows: days } = await owner.query('select eclusa.keep_request_days()')
      await installQueues(ownerUrl, owner, jobs)
      await owner.query('select eclusa.retire_operator()')
      if (installation === 'test') await installTestClock(owner)
      say(`${applied.length} migrations applied, ${months.length + days.length} partitions made, queues in place`)
    })
  } finally {
    await owner.end()
  }
}

/** Whoever serves people does not become a place to try things, nor does what was simulated there become real. */
async function refuseOther(owner: pg.Client, installation: 'live' | 'test'): Promise<void> {
  const { rows } = await owner.query<{ used: boolean; has_clock: boolean }>(`
    select to_regclass('eclusa.users') is not null as used, to_regnamespace('clock') is not null as has_clock`)
  const { used, has_clock } = rows[0]!
  const found = has_clock ? 'test' : 'live'
  if (used && found !== installation)
    throw new Error(
      `this database is of a ${found} installation, and INSTALLATION says ${installation}: make a new one`,
    )
}
