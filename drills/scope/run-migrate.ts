import '../../sandbox/keep-stdout.ts'
import { startPostgres } from '../../sandbox/postgres.ts'
import { migrateUnderLoad } from './migrate-under-load.ts'

/** The migration that gives records their product, on a million accounts, while the version before changes them. */
const LOCK_WAIT_MS_MAX = 200

const accounts = Number(process.argv[2] ?? 1_000_000)
const postgres = await startPostgres(process.env)
try {
  const findings = await migrateUnderLoad(postgres.adminUrl, accounts, (line) => void process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify(findings)}\n`)
  const { failed, patches, longest_lock_wait_ms, without_product, with_wrong_product } = findings
  const lost = failed + without_product + with_wrong_product
  process.exitCode = lost > 0 || longest_lock_wait_ms > LOCK_WAIT_MS_MAX || patches < 100 ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
