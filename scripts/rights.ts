import { writeFile } from 'node:fs/promises'
import { createDatabase, dropDatabase, openLoginPool } from '../sandbox/database.ts'
import { startPostgres } from '../sandbox/postgres.ts'
import { readRights } from '../src/commands/doctor/read-rights.ts'
import { rightsFile } from '../src/commands/doctor/rights.ts'
import { rightsPage } from './rights-page.ts'

/** Writes down who may do what after every migration, read from a database that was migrated from nothing. */
const postgres = await startPostgres({})
try {
  const name = 'eclusa_rights'
  const { api } = await createDatabase(postgres.adminUrl, name)
  const pool = openLoginPool(api)
  await writeFile(rightsFile, rightsPage(await readRights(pool)))
  await pool.end()
  await dropDatabase(postgres.adminUrl, name)
} finally {
  await postgres.stop()
}
