import '../../sandbox/keep-stdout.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { measureRows } from './row-sizes.ts'

/**
 * What a row of each kind takes of the disk, indexes included: the table of docs/guides/size.md.
 *
 *   npm run drill -- row-sizes [of each kind]
 */
const count = Number(process.argv[2] ?? 1_000)
const postgres = await startPostgres(process.env)
try {
  const sizes = await measureRows(postgres.adminUrl, count, (line) => void process.stderr.write(`${line}\n`))
  for (const { name, rows, bytes_per_row } of sizes)
    process.stdout.write(
      `${name.padEnd(44)}${String(rows).padStart(8)} rows${String(bytes_per_row).padStart(8)} bytes\n`,
    )
} finally {
  await postgres.stop()
}
process.exit()
