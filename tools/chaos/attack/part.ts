import type { AttackKind, Counts } from './counts.ts'

/** One attack on the gateway: one file each, and one line in `parts.ts`. */
export interface AttackPart {
  name: string
  /** The attack, as described in the table. */
  what: string
  /** The unit of the count: requests, races, sets of words, or test runs. */
  rounds: number
  /** The bug of `tools/chaos/mutation-testing/mutants` that it has to find, in how many rounds, and in which count. */
  planted: { bug: string; rounds: number; finds: AttackKind }
  /**
   * Test files whose every test is an attack that has to fail. For a part without other attacks, a round is one run of them.
   */
  suites?: string[]
  /** Random attacks, from the seed. */
  generate?: (field: AttackField) => Promise<Counts>
}

export interface AttackField {
  /** The attacked tree: this one, or a copy with a planted bug. */
  root: string
  rounds: number
  /** The same seed makes the same attack. */
  seed: number
  say: (line: string) => void
}
