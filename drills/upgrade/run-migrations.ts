import '../../sandbox/keep-stdout.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { asColumns } from '../../src/commands/show.ts'
import { measureMigrations } from './measure-migrations.ts'
import { BEFORE, migrationsAt } from './version-before.ts'

/**
 * How long each migration since a commit takes and keeps writes waiting, on tables with rows, asked every 10 ms.
 *
 *   npm run drill -- migrations [rows] [from-commit]
 */
const WAIT_MS_MAX = 200
const rows = Number(process.argv[2] ?? 100_000)
const from = process.argv[3] ?? BEFORE

const say = (line: string) => void process.stderr.write(`${line}\n`)
const postgres = await startPostgres(process.env)
try {
  const last = (await migrationsAt(from)).at(-1)!
  const measured = await measureMigrations(postgres.adminUrl, { last, rows, say })
  process.stdout.write(asColumns(measured.map((one) => ({ ...one }))))
  const [quiet, ...migrations] = measured
  const longest = Math.max(...migrations.map(({ longest_wait_ms }) => longest_wait_ms))
  const findings = { rows, migrations: migrations.length, longest_wait_ms: longest, without_ms: quiet!.longest_wait_ms }
  process.stdout.write(`${JSON.stringify(findings)}\n`)
  process.exitCode = longest > WAIT_MS_MAX || migrations.length === 0 ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
