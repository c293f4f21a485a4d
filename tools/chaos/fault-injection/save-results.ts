import { readFileSync, writeFileSync } from 'node:fs'
import type { Stamp } from '@eclusa/testing/commit-stamp.ts'
import type { FaultInjectionFindings } from './counts.ts'
import type { JudgedRun } from './report.ts'

/** The summary of a run, one line in runs.jsonl, whatever its result. docs/guides/guarantees.md shows it. */
export interface KeptRun {
  fault: string
  control?: string
  seed: number
  commit: string
  day: string
  /** Acknowledged effects, and acknowledged records of a ledger. */
  acknowledged: number
  records: number
  /** Each count with its total, if not zero; and the failures of the run as text. */
  counts: Partial<FaultInjectionFindings>
  wrong: string[]
  unavailable_ms: number
  errors: number
  saw: string[]
}

const file = new URL('runs.jsonl', import.meta.url)
const SAW_MAX = 2

export const readRuns = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KeptRun)

/** Adds the run to the others of its commit. It replaces the run of an earlier commit with the same fault and seed. */
export function keepRun(judged: JudgedRun, stamp: Stamp): void {
  const one = keptOf(judged, stamp)
  const others = readRuns().filter((run) => run.commit === one.commit || nameOf(run) !== nameOf(one))
  writeFileSync(file, [...others, one].map((run) => `${JSON.stringify(run)}\n`).join(''))
}

function keptOf({ fault, control, run, wrong }: JudgedRun, stamp: Stamp): KeptRun {
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
    saw: [...run.saw.filter(isTold), ...run.saw.filter((line) => !isTold(line))].filter(Boolean).slice(0, SAW_MAX),
  }
}

const nameOf = ({ fault, control, seed }: KeptRun) => `${control ?? fault} ${seed}`
