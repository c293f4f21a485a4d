import type { Mutant } from './mutant.ts'
import { propertyTestsOf } from './property-tests.ts'
import type { Scratch } from './scratch.ts'
import type { MutantOutcome, Tests, Wanted } from './tests.ts'

/** The results for a mutant, and whether they are enough. */
export interface Sentence {
  mutant: Mutant
  caught: boolean
  how: 'caught' | 'hung, as it says' | 'ESCAPED' | 'BROKEN' | 'NO TEST' | 'NOT PLANTED'
  why?: string
  seconds: number
  /** The property tests of the area it changes, and whether a property of each failed. */
  properties: { test: string; caught: boolean }[]
}

interface Court {
  scratch: Scratch
  tests: Tests
  /** The result of each test without a mutant. */
  sound: Map<Wanted, MutantOutcome>
}

export async function judge(mutant: Mutant, { scratch, tests, sound }: Court): Promise<Sentence> {
  const begun = performance.now()
  let properties: Sentence['properties'] = []
  const sentence = (how: Sentence['how'], why?: string): Sentence => ({
    mutant,
    how,
    properties,
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
  const ofItsArea = propertyTestsOf(mutant)
  const outcomes = await tests.run<Wanted>([mutant, ...ofItsArea])
  await scratch.mend(mutant)
  tests.forget(mutant.files)
  properties = ofItsArea.map((each) => ({ test: each.test, caught: isRefuted(outcomes.get(each)!) }))
  const after = outcomes.get(mutant)!
  return sentence(...verdict(mutant, after))
}

/** Whether a property was refuted: another failing test of the same file does not count. */
function isRefuted({ failures }: MutantOutcome): boolean {
  return failures.some(({ message }) => message.startsWith('Property failed after'))
}

/** A failed expectation found the mutant; any other failure may have another cause. */
function verdict({ mayHang }: Mutant, after: MutantOutcome): [Sentence['how'], string?] {
  if (after.failures.some(({ expected }) => expected)) return ['caught']
  if (mayHang && after.failures.some(({ message }) => /timed out in \d+ms/.test(message))) return ['hung, as it says']
  if (all(after)) return ['BROKEN', `fails, but by nothing that was expected: ${all(after)}`]
  return ['ESCAPED', 'the test passes all the same']
}

const all = ({ failures, broken }: MutantOutcome) =>
  [...broken, ...failures.map(({ name, message }) => `${name}: ${message}`)].join('; ').slice(0, 600)
