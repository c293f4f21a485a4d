import { type Counts, isHeld, isShown, kinds } from './counts.ts'
import type { AttackPart } from './part.ts'

/** The result of one part. */
export interface AttackReport {
  part: string
  seed: number
  rounds: number
  seconds: number
  /** The planted bug, if any: it has to be found, in the right count. */
  planted?: Pick<AttackPart['planted'], 'bug' | 'finds'>
  counts: Counts
}

/** Whether a part has the expected result: nothing found, or the planted bug. */
export const isGood = ({ planted, counts }: AttackReport): boolean =>
  planted ? counts[planted.finds].found > 0 : isHeld(counts)

const heads = ['part', 'seed', 'rounds', 'successes', 'undeclared 5xx', 'hangs', 'canaries', 'seconds', '']

const shown = (counts: Counts) =>
  kinds.map((kind) => (counts[kind].of === 0 ? '-' : `${counts[kind].found} of ${counts[kind].of}`))

/** A line for each part, and one for all of them: findings, and the total. */
export function table(all: AttackReport[]): string {
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

/** The four counts as a sentence each. None in N means at most 3 in N, at 95 % confidence. */
export function sentences(counts: Counts): string[] {
  return kinds.map((kind) => {
    const { found, of } = counts[kind]
    const bound = found === 0 && of > 0 ? `; below ${(3 / of).toExponential(1)} at 95 %` : ''
    return `${found} ${kind.replace('_', ' ')} in ${of}${bound}`
  })
}
