import { readFileSync, writeFileSync } from 'node:fs'
import { wrongOf } from './counts.ts'
import type { Judged } from './report.ts'
import type { Stamp } from './stamp.ts'

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
  /** What was counted that should not have been, and all that was wrong with the run, in words. */
  lost: Record<string, number>
  wrong: string[]
  unavailable_ms: number
  errors: number
  saw: string[]
}

const file = new URL('kept.json', import.meta.url)
const SAW_MAX = 2

export const readRuns = () => JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]

/** Each as the newest, in the place of the one of its name and seed. */
export function keepRuns(judged: Judged[], stamp: Stamp): void {
  const kept = new Map(readRuns().map((run) => [nameOf(run), run]))
  for (const one of judged.map((each) => keptOf(each, stamp))) {
    kept.delete(nameOf(one))
    kept.set(nameOf(one), one)
  }
  writeFileSync(file, `${JSON.stringify([...kept.values()], null, 2)}\n`)
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
    lost: Object.fromEntries(wrongOf(findings).map((name) => [name, findings[name].count])),
    wrong,
    unavailable_ms: Math.round(spans.unavailable_ms),
    errors: spans.errors,
    saw: [...run.saw.filter(isTold), ...run.saw.filter((line) => !isTold(line))].filter(Boolean).slice(0, SAW_MAX),
  }
}

const nameOf = ({ fault, control, seed }: KeptRun) => `${control ?? fault} ${seed}`
