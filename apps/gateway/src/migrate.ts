import pg from 'pg'
import type { Installation } from './platform/config/installation.ts'
import { installTestClock } from './platform/db/install-test-clock.ts'
import { InstallationMismatch, readInstallation } from './platform/db/installation-guard.ts'
import { inTurn, migrate, missingMigrations, readMigrations } from './platform/db/migrations.ts'
import { installQueues, missingQueues } from './platform/jobs/install-queues.ts'
import { jobs } from './worker.ts'

/** Migrates a database to the schema of this version: tables, future partitions, and job queues. */
export async function runMigrations(
  ownerUrl: string,
  say: (line: string) => void,
  installation: Installation = 'live',
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'eclusa-migrate' })
  await owner.connect()
  try {
    await inTurn(owner, async () => {
      await refuseOther(owner, installation)
      const applied = await migrate(owner, readMigrations(), say)
      const { rows: months } = await owner.query('select eclusa.make_coming_month_partitions()')
      const { rows: days } = await owner.query('select eclusa.make_request_log_days()')
      await installQueues(ownerUrl, owner, jobs)
      if (installation === 'test') await installTestClock(owner)
      say(`${applied.length} migrations applied, ${months.length + days.length} partitions made, queues in place`)
    })
  } finally {
    await owner.end()
  }
}

export interface MigrationPlan {
  /** The file names of the pending migrations, in order. */
  migrations: string[]
  /** Job queues that are created after them. */
  queues: string[]
}

/** Dry run: what `runMigrations` would do to this database. Its session is read-only. */
export async function planMigrations(ownerUrl: string, installation: Installation = 'live'): Promise<MigrationPlan> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'eclusa-migrate',
    options: '-c default_transaction_read_only=on',
  })
  await owner.connect()
  try {
    await refuseOther(owner, installation)
    const missing = await missingMigrations(owner, readMigrations())
    return { migrations: missing.map(({ name }) => name), queues: await missingQueues(owner, jobs) }
  } finally {
    await owner.end()
  }
}

/** A live installation must not become a test one, and simulated data must not become real. */
async function refuseOther(owner: pg.Client, installation: Installation): Promise<void> {
  const { rows: tables } = await owner.query<{ used: boolean }>(
    `select to_regclass('eclusa.users') is not null as used`,
  )
  const { rows: records } = await owner.query<{ installation: Installation }>(readInstallation)
  const found = records[0]!.installation
  if (tables[0]!.used && found !== installation) throw new InstallationMismatch(found, installation)
}
