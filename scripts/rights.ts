import { writeFile } from 'node:fs/promises'
import { createDatabase, dropDatabase, openLoginPool } from '../sandbox/database.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import type { Applied } from '../src/base/db/migrations.ts'
import { locksFile } from '../src/base/db/plan.ts'
import { readRights } from '../src/commands/doctor/read-rights.ts'
import { rightsFile } from '../src/commands/doctor/rights.ts'
import { runMigrations } from '../src/migrate.ts'
import { locksPage } from './locks-page.ts'
import { rightsPage } from './rights-page.ts'

/** Writes down what each migration locks and who may do what after all of them, seen on a database migrated from nothing. */
const postgres = await startPostgres({})
try {
  const name = 'eclusa_rights'
  const applied: Applied[] = []
  const { api } = await createDatabase(postgres.adminUrl, name, (ownerUrl) =>
    runMigrations(
      ownerUrl,
      () => {},
      'live',
      (one) => applied.push(one),
    ),
  )
  await writeFile(locksFile, locksPage(applied))
  const pool = openLoginPool(api)
  await writeFile(rightsFile, rightsPage(await readRights(pool)))
  await pool.end()
  await dropDatabase(postgres.adminUrl, name)
} finally {
  await postgres.stop()
}
