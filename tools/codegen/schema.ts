import { readFile, writeFile } from 'node:fs/promises'
import { schemaFile } from '@eclusa/gateway/src/cli/doctor/schema-rights.ts'
import { runMigrations } from '@eclusa/gateway/src/migrate.ts'
import { createDatabase, createLoginPool, dropDatabase } from '@eclusa/simulators/database.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { printSchema } from './print-schema.ts'

/** `write` prints the schema of a database migrated from nothing into apps/gateway/schema.sql. `check` compares it and changes nothing. */
const postgres = await startPostgres({}, ['fsync=off', 'full_page_writes=off'])
try {
  const name = 'eclusa_schema'
  const { owner } = await createDatabase(postgres.adminUrl, name, (ownerUrl) => runMigrations(ownerUrl, () => {}))
  const pool = createLoginPool(owner)
  const printed = await printSchema(pool)
  await pool.end()
  await dropDatabase(postgres.adminUrl, name)
  if (process.argv[2] === 'write') await writeFile(schemaFile, printed)
  else compare(printed.split('\n'), (await readFile(schemaFile, 'utf8').catch(() => '')).split('\n'))
} finally {
  await postgres.stop()
}

function compare(printed: string[], written: string[]): void {
  const place = printed.findIndex((line, number) => line !== written[number])
  if (place === -1 && printed.length === written.length) return
  process.stderr.write(
    `apps/gateway/schema.sql is not what the migrations produce, first at line ${place + 1}: run \`npm run schema\`\n`,
  )
  process.stderr.write(`  written: ${written[place] ?? ''}\n  produced: ${printed[place] ?? ''}\n`)
  process.exitCode = 1
}
