import { readFileSync, writeFileSync } from 'node:fs'
import type { Stamp } from '../stamp.ts'
import type { Findings } from './counts.ts'
import type { Judged } from './report.ts'

/** What is kept of a run, however it went, and shown by docs/guides/guarantees.md. */
export interface KeptRun {
  fault: string
  control?: string
  seed: number
  commit: string
  day: string
  /** Effects that were acknowledged, and records of a ledger that were. */
  acknowledged: number
  records: number
  /** Each count with what it is of, where there was anything to count; and all that was wrong with the run, in words. */
  counts: Partial<Findings>
  wrong: string[]
  unavailable_ms: number
  errors: number
  ledger_errors: number
  saw: string[]
}

const file = new URL('kept.json', import.meta.url)
const SAW_MAX = 2

export const readRuns = () => JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]

/** Added to the others of its commit, however often it was run; what an older one came to with the same seed is gone. */
export function keepRun(judged: Judged, stamp: Stamp): void {
  const one = keptOf(judged, stamp)
  const others = readRuns().filter((run) => run.commit === one.commit || nameOf(run) !== nameOf(one))
  writeFileSync(file, `${JSON.stringify([...others, one], null, 2)}\n`)
}

function keptOf({ fault, control, run, wrong }: Judged, stamp: Stamp): KeptRun {
  const { seed, acknowledged, records, spans, findings } = run
  const isTold = (line: string) => fault.sees?.test(line) ?? false
  return {
    fault: fault.name,
    ...(control && { control: control.name }),
    seed,
    ...stamp,
    acknowledged,
    records,
    counts: Object.fromEntries(Object.entries(findings).filter(([, { count, of }]) => count + of > 0)),
    wrong,
    unavailable_ms: Math.round(spans.unavailable_ms),
    errors: spans.errors,
    ledger_errors: spans.ledger_errors,
    saw: [...run.saw.filter(isTold), ...run.saw.filter((line) => !isTold(line))].filter(Boolean).slice(0, SAW_MAX),
  }
}

const nameOf = ({ fault, control, seed }: KeptRun) => `${control ?? fault} ${seed}`
