import { mkdirSync, writeFileSync } from 'node:fs'
import { type DrillReport, drill } from '@eclusa/testing/processes/drill-report.ts'
import { type BenchEnvironment, openStage } from './environment.ts'

export interface Bench extends DrillReport {
  /** A stage on a server of its own, with these additional settings of PostgreSQL. */
  open: (settings?: string[]) => Promise<BenchEnvironment>
  /** All results so far. */
  keep: (figures: object) => void
}

const artefacts = new URL('../../artefacts/', import.meta.url)

/** A long measurement: however it ends, no server remains, and the results so far are in a file. */
export function benchmark(name: string, work: (bench: Bench) => Promise<void>): Promise<never> {
  const begun = performance.now()
  return drill(async ({ say, must }) => {
    const stages: BenchEnvironment[] = []
    try {
      await work({
        must,
        say: (line) => say(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`),
        async open(settings) {
          const stage = await openStage(settings)
          stages.push(stage)
          return stage
        },
        keep(figures) {
          mkdirSync(artefacts, { recursive: true })
          writeFileSync(new URL(`${name}.json`, artefacts), `${JSON.stringify(figures, null, 2)}\n`)
        },
      })
    } finally {
      await Promise.allSettled(stages.map((stage) => stage.close()))
    }
  })
}
