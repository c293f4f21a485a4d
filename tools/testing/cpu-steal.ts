import { readFileSync } from 'node:fs'

/** CPU time of all processors since boot, and the steal time. */
export interface ProcessorTime {
  all: number
  taken: number
}

export function readProcessors(): ProcessorTime {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, one) => sum + one, 0), taken: ticks[7] ?? 0 }
}

/** The share of processor time that the hypervisor has stolen since then. */
export function takenSince(before: ProcessorTime): number {
  const after = readProcessors()
  return (after.taken - before.taken) / Math.max(1, after.all - before.all)
}

const SAMPLE_MS = 10_000
const SAMPLES_A_MINUTE = 6

/** Until it is read: the total steal time, and that of the worst minute. */
export function watchProcessors(): () => { share: number; worst: number } {
  const samples = [readProcessors()]
  let worst = 0
  const look = () => {
    samples.push(readProcessors())
    worst = Math.max(worst, takenSince(samples.at(-1 - SAMPLES_A_MINUTE) ?? samples[0]!))
  }
  const timer = setInterval(look, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    look()
    return { share: takenSince(samples[0]!), worst }
  }
}
