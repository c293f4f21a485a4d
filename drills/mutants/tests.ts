import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'
import type { Mutant } from './mutant.ts'

/** What became of the tests that are to catch a mutant. */
export interface Outcome {
  passed: number
  /** What each of those that failed was failed by. */
  failures: Failure[]
  /** What failed outside of any test: the file did not load, or could not begin. */
  broken: string[]
}

interface Failure {
  /** Whose it is, and what was thrown. */
  test: string
  name: string
  message: string
  /** Whether it is something that the test expects, and not something that went wrong with it. */
  expected: boolean
}

/** A test file, and what is in the names of the tests wanted of it. */
export type Wanted = Pick<Mutant, 'test' | 'named'>

/** The tests of a tree, with one server for all runs. */
export interface Tests {
  /** Runs what is named, each file once, and answers for each mutant what its own tests did. */
  run<M extends Wanted>(mutants: readonly M[]): Promise<Map<M, Outcome>>
  /** What was read of these is read anew. */
  forget(files: string[]): void
  close(): Promise<void>
}

export async function openTests(root: string): Promise<Tests> {
  // A process for each file, so that nothing of a mutant is left in the next; nobody is told but whoever asked.
  const vitest = await createVitest({ root, watch: false, isolate: true, reporters: [{}], passWithNoTests: true })
  await vitest.standalone()

  return {
    async run(mutants) {
      const files = Map.groupBy(mutants, ({ test }) => test)
      const specifications = [...files].flatMap(([test, wanted]) => {
        const moduleId = join(root, test)
        const testNamePattern = new RegExp(wanted.map(({ named }) => RegExp.escape(named)).join('|'))
        const project = vitest.projects.find((each) => each.matchesTestGlob(moduleId))
        return project ? [project.createSpecification(moduleId, { testNamePattern })] : []
      })
      const { testModules } = await vitest.runTestSpecifications(specifications)
      return new Map(
        mutants.map((mutant) => {
          const ran = testModules.find(({ moduleId }) => moduleId === join(root, mutant.test))
          return [mutant, outcomeOf(ran, mutant.named)]
        }),
      )
    },
    forget(files) {
      for (const file of files) vitest.invalidateFile(join(root, file))
    },
    close: () => vitest.close(),
  }
}

function outcomeOf(ran: TestModule | undefined, named: string): Outcome {
  if (!ran) return { passed: 0, failures: [], broken: ['there is no such test file'] }
  const tests = [...ran.children.allTests()].filter(({ fullName }) => fullName.includes(named))
  const suites = [...ran.children.allSuites()].flatMap((suite) => suite.errors())
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: tests.flatMap(failuresOf),
    broken: [...ran.errors(), ...suites].map(({ message }) => message),
  }
}

function failuresOf(test: TestCase): Failure[] {
  return (test.result().errors ?? []).map((error) => {
    const { name = 'Error', message } = error
    return { test: test.fullName, name, message, expected: isExpectation(error) }
  })
}

/** By itself, or what a property of generated values was refuted by. */
function isExpectation({ name, cause }: { name?: string; cause?: unknown }): boolean {
  if (name === 'AssertionError') return true
  return cause !== null && typeof cause === 'object' && isExpectation(cause)
}
