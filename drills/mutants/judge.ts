import type { Mutant } from './mutant.ts'
import type { Scratch } from './scratch.ts'
import type { Outcome, Tests } from './tests.ts'

/** What was seen of a mutant, and whether that is enough. */
export interface Sentence {
  mutant: Mutant
  caught: boolean
  how: 'caught' | 'hung, as it says' | 'ESCAPED' | 'BROKEN' | 'NO TEST' | 'NOT PLANTED'
  why?: string
  seconds: number
}

interface Court {
  scratch: Scratch
  tests: Tests
  /** How the tests end where nothing is planted. */
  sound: Map<Mutant, Outcome>
}

export async function judge(mutant: Mutant, { scratch, tests, sound }: Court): Promise<Sentence> {
  const begun = performance.now()
  const sentence = (how: Sentence['how'], why?: string): Sentence => ({
    mutant,
    how,
    caught: how === 'caught' || how === 'hung, as it says',
    seconds: (performance.now() - begun) / 1000,
    ...(why !== undefined && { why }),
  })
  const before = sound.get(mutant)!
  if (before.passed === 0)
    return sentence('NO TEST', `no test with "${mutant.named}" in its name passes: ${all(before)}`)
  if (all(before)) return sentence('NO TEST', `fails without it: ${all(before)}`)
  try {
    await scratch.plant(mutant)
  } catch (error) {
    return sentence('NOT PLANTED', `${String(error)} ${String((error as Error).cause ?? '')}`)
  }
  tests.forget(mutant.files)
  const after = (await tests.run([mutant])).get(mutant)!
  await scratch.mend(mutant)
  tests.forget(mutant.files)
  return sentence(...verdict(mutant, after))
}

/** A test that fails by what it expects has found something; one that fails otherwise may have found anything. */
function verdict({ mayHang }: Mutant, after: Outcome): [Sentence['how'], string?] {
  if (after.failures.some(({ expected }) => expected)) return ['caught']
  if (mayHang && after.failures.some(({ message }) => /timed out in \d+ms/.test(message))) return ['hung, as it says']
  if (all(after)) return ['BROKEN', `fails, but by nothing that was expected: ${all(after)}`]
  return ['ESCAPED', 'the test passes all the same']
}

const all = ({ failures, broken }: Outcome) =>
  [...broken, ...failures.map(({ name, message }) => `${name}: ${message}`)].join('; ').slice(0, 600)
