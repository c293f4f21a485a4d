import '@eclusa/simulators/redirect-stdout.ts'
import { caseKinds } from '@eclusa/gateway/src/case-types.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { listAllCases } from './list-cases.ts'

/** A desk with a million cases: page 1,000 of its list costs the same as page 1, and no case is missed or shown twice. */
const RATIO_MAX = 1.25

const cases = Number(process.argv[2] ?? 1_000_000)
const depth = Math.min(1_000, Math.floor(cases / 100))
const postgres = await startPostgres(process.env)
try {
  const size = { each: Math.ceil(cases / caseKinds.length), depth }
  const found = await listAllCases(postgres.adminUrl, size, (line) => void process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify({ ...found, depth })}\n`)
  const wrong = found.missed + found.twice + found.out_of_order
  process.exitCode = wrong > 0 || found.deep_page_ratio > RATIO_MAX ? 1 : 0
} finally {
  await postgres.stop()
}
process.exit()
