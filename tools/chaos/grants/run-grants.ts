import '@eclusa/simulators/redirect-stdout.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { endUnderLoad } from './grants.ts'

/** Grants, products and users are revoked a hundred times each, while objects made under them are in use. */
const postgres = await startPostgres(process.env)
try {
  const rounds = Number(process.argv[2] ?? 100)
  const found = await endUnderLoad(postgres.adminUrl, rounds, (line) => void process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify(found)}\n`)
  const after = found.delivered_after + found.opened_after + found.downloaded_after
  const tried = Math.min(
    found.delivered_before,
    found.opened_before,
    found.downloaded_before,
    found.deliveries_canceled,
  )
  process.exitCode = after > 0 || tried === 0 ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
