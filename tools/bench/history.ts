import { existsSync, readFileSync } from 'node:fs'
import type { Interval } from '@eclusa/testing/load/figures.ts'
import type { WorkFigures } from './measure.ts'
import type { ArmName } from './variants.ts'

/** History over commits: ratios, which are comparable between machines. */
export interface BenchRecord {
  commit: string
  day: string
  works: KeptWork[]
}

export interface KeptWork {
  work: WorkFigures['work']
  connections: number
  ratios: Partial<Record<ArmName, Interval>>
}

export const historyFile = new URL('history.json', import.meta.url)

export function readHistory(file = historyFile): BenchRecord[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRecord[]) : []
}

export function keptOf(commit: string, day: string, figures: WorkFigures[]): BenchRecord {
  const works = figures.map((of) => ({ work: of.work, connections: of.connections, ratios: ratiosOf(of) }))
  return { commit, day, works }
}

function ratiosOf({ arms }: WorkFigures): KeptWork['ratios'] {
  const kept = (Object.keys(arms) as ArmName[]).flatMap((name) => {
    const ratio = arms[name]!.ratio
    if (!ratio) return []
    return [[name, { median: rounded(ratio.median), low: rounded(ratio.low), high: rounded(ratio.high) }]]
  })
  return Object.fromEntries(kept) as KeptWork['ratios']
}

const rounded = (value: number) => Number(value.toFixed(3))

/** The last valid result of each operation, from any run. */
export function lastOfEach(history: BenchRecord[]): KeptWork[] {
  const works = history.flatMap((run) => run.works)
  return [...new Map(works.map((of) => [`${of.work} ${of.connections}`, of])).values()]
}

/** One run for each commit: a new measurement replaces the earlier one of the same operation. */
export function withRun(history: BenchRecord[], run: BenchRecord): BenchRecord[] {
  const earlier = history.filter(({ commit }) => commit === run.commit)
  const others = history.filter(({ commit }) => commit !== run.commit)
  return [...others, { ...run, works: lastOfEach([...earlier, run]) }]
}

/** A drop below this share of the stored ratio is not noise. */
const GROSS = 0.5

/** Gross regressions since the stored run: even the upper bound of the interval is too low. */
export function regressions(figures: WorkFigures[], history: BenchRecord[]): string[] {
  return figures.flatMap(({ work, connections, arms }) => {
    const kept = lastOfEach(history).find((of) => of.work === work && of.connections === connections)
    return (Object.keys(arms) as ArmName[]).flatMap((name) => {
      const [now, then] = [arms[name]!.ratio, kept?.ratios[name]]
      if (name === 'null' || !now || !then || now.high >= then.median * GROSS) return []
      return [
        `${work} at ${connections} connections is ${now.median.toFixed(2)} of ${name}, and was ${then.median.toFixed(2)}`,
      ]
    })
  })
}
