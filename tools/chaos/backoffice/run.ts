import '@eclusa/simulators/redirect-stdout.ts'
import { openDeskStage } from './stage.ts'
import { measure } from './typing-pace.ts'

/**
 * A desk with 100,000 cases, as fast as a person experiences it: the first page of the queue, and the next case after a
 * decision.
 */
const FIRST_PAGE_MS = 1_000
const NEXT_CASE_MS = 200
const FIRST_PAGE_BYTES = 250_000

const [cases = 100_000, decisions = 50] = process.argv.slice(2).map(Number)
const stage = await openDeskStage(cases, (line) => void process.stderr.write(`${line}\n`))
try {
  const pace = await measure(stage.chromium, stage.url, decisions)
  process.stdout.write(`${JSON.stringify({ cases, decisions, ...pace })}\n`)
  const held =
    pace.first_page_cold_ms.median <= FIRST_PAGE_MS &&
    pace.first_page_warm_ms.median <= FIRST_PAGE_MS &&
    pace.next_case_ms.median <= NEXT_CASE_MS &&
    pace.first_page_bytes <= FIRST_PAGE_BYTES
  process.exitCode = held ? 0 : 1
} finally {
  await stage.close()
}
process.exit()
