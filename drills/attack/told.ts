import { type Counts, isHeld, isShown, kinds } from './counts.ts'
import type { Part } from './part.ts'

/** What became of one part. */
export interface Told {
  part: string
  seed: number
  rounds: number
  seconds: number
  /** The bug that was planted, where one was: then it has to be found, and as what it is. */
  planted?: Pick<Part['planted'], 'bug' | 'finds'>
  counts: Counts
}

/** Whether a part came out as it must: nothing found, or what was planted. */
export const isGood = ({ planted, counts }: Told): boolean =>
  planted ? counts[planted.finds].found > 0 : isHeld(counts)

const heads = ['part', 'seed', 'rounds', 'successes', 'undeclared 5xx', 'hangs', 'canaries', 'seconds', '']

const shown = (counts: Counts) =>
  kinds.map((kind) => (counts[kind].of === 0 ? '-' : `${counts[kind].found} of ${counts[kind].of}`))

/** A line for each part, and one for all of them: found, and of how many. */
export function table(all: Told[]): string {
  const rows = all.map((told) => [
    told.planted ? `${told.part}, with ${told.planted.bug}` : told.part,
    String(told.seed),
    String(told.rounds),
    ...shown(told.counts),
    told.seconds.toFixed(0),
    isGood(told) ? (told.planted ? 'found' : 'held') : isShown(told.counts) ? 'FAILED' : 'SHOWS NOTHING',
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)))
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The four counts as a sentence each. None in N bounds what is there at 3 in N, at 95 %. */
export function sentences(counts: Counts): string[] {
  return kinds.map((kind) => {
    const { found, of } = counts[kind]
    const bound = found === 0 && of > 0 ? `; below ${(3 / of).toExponential(1)} at 95 %` : ''
    return `${found} ${kind.replace('_', ' ')} in ${of}${bound}`
  })
}
