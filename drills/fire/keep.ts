import { readFileSync, writeFileSync } from 'node:fs'
import { wrongOf } from './counts.ts'
import type { Judged } from './report.ts'

/** What is kept of a run, and shown by docs/guides/guarantees.md: of one that held, or of a control that lost. */
export interface KeptRun {
  fault: string
  control?: string
  /** What the control lost. */
  lost?: Record<string, number>
  seed: number
  commit: string
  day: string
  acknowledged: number
  records: number
  unavailable_ms: number
  errors: number
  saw: string[]
}

const file = new URL('kept.json', import.meta.url)
const SAW_MAX = 2

export const readRuns = () => JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]

/** Each in the place of the one of its name and seed. What was wrong is mended, and not kept. */
export function keepRuns(judged: Judged[], commit: string): void {
  const day = new Date().toISOString().slice(0, 10)
  const kept = new Map(readRuns().map((run) => [nameOf(run), run]))
  for (const { fault, control, run } of judged.filter((each) => each.wrong.length === 0)) {
    const { seed, acknowledged, records, spans, saw, findings } = run
    const lost = Object.fromEntries(wrongOf(findings).map((name) => [name, findings[name].count]))
    const one: KeptRun = {
      fault: fault.name,
      ...(control && { control: control.name, lost }),
      seed,
      commit,
      day,
      acknowledged,
      records,
      unavailable_ms: Math.round(spans.unavailable_ms),
      errors: spans.errors,
      saw: saw.slice(0, SAW_MAX),
    }
    kept.set(nameOf(one), one)
  }
  writeFileSync(file, `${JSON.stringify([...kept.values()], null, 2)}\n`)
}

const nameOf = ({ fault, control, seed }: KeptRun) => `${control ?? fault} ${seed}`
