import '@eclusa/simulators/redirect-stdout.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { tellOwner } from './owners.ts'

/** An owner with 10,000 target users lists and receives 100,000 events, and no page costs more than another. */
const RATIO_MAX = 1.25

const size = { targets: Number(process.argv[2] ?? 10_000), events: Number(process.argv[3] ?? 100_000) }
const depth = Math.min(1_000, Math.floor(size.events / 100))
const postgres = await startPostgres(process.env)
try {
  const found = await tellOwner(postgres.adminUrl, { ...size, depth }, (line) => void process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify({ ...found, depth })}\n`)
  const wrong = found.never_listed + found.never_heard + found.of_others + found.out_of_order
  process.exitCode = wrong > 0 || found.deep_page_ratio > RATIO_MAX || !found.delivery_by_index ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
