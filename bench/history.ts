import { existsSync, readFileSync } from 'node:fs'
import type { ArmName } from './arms.ts'
import type { Interval } from './figures.ts'
import type { WorkFigures } from './measure.ts'

/** What is kept of a run, over commits: ratios, which outlive the machine they were measured on. */
export interface Kept {
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

export function readHistory(file = historyFile): Kept[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept[]) : []
}

export function keptOf(commit: string, day: string, figures: WorkFigures[]): Kept {
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

/** What was kept last of each work, of whichever run: one that was void in a run is not kept of it. */
export function lastOfEach(history: Kept[]): KeptWork[] {
  const works = history.flatMap((run) => run.works)
  return [...new Map(works.map((of) => [`${of.work} ${of.connections}`, of])).values()]
}

/** One run for each commit: a work that is measured again takes the place of what was measured of it before. */
export function withRun(history: Kept[], run: Kept): Kept[] {
  const earlier = history.filter(({ commit }) => commit === run.commit)
  const others = history.filter(({ commit }) => commit !== run.commit)
  return [...others, { ...run, works: lastOfEach([...earlier, run]) }]
}

/** A ratio that fell to less than this share of the kept one is no noise. */
const GROSS = 0.5

/** What became grossly slower than it was when last kept; even the best this run may mean is too little. */
export function regressions(figures: WorkFigures[], history: Kept[]): string[] {
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
