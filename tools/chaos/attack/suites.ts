import { type MutantOutcome, openTests } from '../mutation-testing/tests.ts'
import { type Counts, count, join, noCounts } from './counts.ts'
import type { AttackField } from './part.ts'

/** Runs whole test files, each test an attack that has to fail, so many times. */
export async function runSuites(
  { root, say }: Pick<AttackField, 'root' | 'say'>,
  files: string[],
  times: number,
): Promise<Counts> {
  const tests = await openTests(root)
  const all: Counts[] = []
  try {
    for (let time = 0; time < times; time += 1) {
      for (const test of files) {
        const wanted = { test, named: '' }
        const counts = judgeSuite(test, (await tests.run([wanted])).get(wanted)!)
        say(`  ${test}: ${counts.successes.of} tests${counts.findings.length > 0 ? ', NOT ALL HELD' : ''}`)
        all.push(counts)
      }
    }
  } finally {
    await tests.close()
  }
  return join(all)
}

/** A failed expectation is a successful attack; a test that never ends is a hang. */
export function judgeSuite(file: string, { passed, failures, broken }: MutantOutcome): Counts {
  const counts = noCounts()
  const told = ({ test, message }: MutantOutcome['failures'][number]) => `${file}: ${test}: ${message.slice(0, 300)}`
  const hung = failures.filter(({ message }) => /timed out in \d+ms/.test(message))
  const expected = failures.filter((failure) => failure.expected && !hung.includes(failure))
  const other = failures.filter((failure) => !failure.expected && !hung.includes(failure))
  const tries = passed + new Set(failures.map(({ test }) => test)).size
  count(counts, 'successes', tries, expected.map(told))
  count(counts, 'hangs', tries, hung.map(told))
  counts.wrong.push(...other.map((failure) => `fails by nothing that was expected: ${told(failure)}`))
  counts.wrong.push(...broken.map((message) => `${file}: ${message}`))
  if (tries === 0) counts.wrong.push(`${file} has no test that runs`)
  return counts
}
