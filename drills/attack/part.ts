import type { Counts, Kind } from './counts.ts'

/** One way of attacking the gateway. One file each, and one line in `parts.ts`. */
export interface Part {
  name: string
  /** What is attacked and how, as the table says it. */
  what: string
  /** What is made so often: requests, races, sets of words, or runs of its tests. */
  rounds: number
  /** The bug of `drills/mutants/planted` that it has to find, in how many rounds, and as what. */
  planted: { bug: string; rounds: number; finds: Kind }
  /** Test files whose every test is an attack that has to fail. Where they are all of it, a round is one run of them. */
  suites?: string[]
  /** What is made by chance, from the seed. */
  generate?: (field: Field) => Promise<Counts>
}

export interface Field {
  /** The tree that is attacked: this one, or a copy with a bug in it. */
  root: string
  rounds: number
  /** The same seed makes the same attack. */
  seed: number
  say: (line: string) => void
}
