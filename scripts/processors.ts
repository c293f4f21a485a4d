import { readFileSync } from 'node:fs'

/** All of the processors' time since the machine started, and what of it went to other machines on the same host. */
export interface ProcessorTime {
  all: number
  taken: number
}

export function readProcessors(): ProcessorTime {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, one) => sum + one, 0), taken: ticks[7] ?? 0 }
}

/** How much of it was taken away since then. */
export function takenSince(before: ProcessorTime): number {
  const after = readProcessors()
  return (after.taken - before.taken) / Math.max(1, after.all - before.all)
}
