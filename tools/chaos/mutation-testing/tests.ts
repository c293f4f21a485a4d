import { join } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'
import type { Mutant } from './mutant.ts'

/** The result of the tests that have to catch a mutant. */
export interface MutantOutcome {
  passed: number
  /** The error of each failed test. */
  failures: TestsFailure[]
  /** Errors outside of any test: the file did not load, or its set-up failed. */
  broken: string[]
}

interface TestsFailure {
  /** The test's file, and the thrown error. */
  test: string
  name: string
  message: string
  /** Whether it is a failed expectation, and not another error. */
  expected: boolean
}

/** A test file, and a part of the names of the wanted tests. */
export type Wanted = Pick<Mutant, 'test' | 'named'>

/** The test runner of a tree, with one server for all runs. */
export interface Tests {
  /** Runs the named tests, each file once, and returns the results by mutant. */
  run<M extends Wanted>(mutants: readonly M[]): Promise<Map<M, MutantOutcome>>
  /** Cached files of these are reloaded. */
  forget(files: string[]): void
  close(): Promise<void>
}

export async function openTests(root: string): Promise<Tests> {
  // A process for each file, so that no mutant remains in the next; the output goes to the caller only.
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

function outcomeOf(ran: TestModule | undefined, named: string): MutantOutcome {
  if (!ran) return { passed: 0, failures: [], broken: ['there is no such test file'] }
  const tests = [...ran.children.allTests()].filter(({ fullName }) => fullName.includes(named))
  const suites = [...ran.children.allSuites()].flatMap((suite) => suite.errors())
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: tests.flatMap(failuresOf),
    broken: [...ran.errors(), ...suites].map(({ message }) => message),
  }
}

function failuresOf(test: TestCase): TestsFailure[] {
  return (test.result().errors ?? []).map((error) => {
    const { name = 'Error', message } = error
    return { test: test.fullName, name, message, expected: isExpectation(error) }
  })
}

/** Its own assertion error, or the cause of a refuted property. */
function isExpectation({ name, cause }: { name?: string; cause?: unknown }): boolean {
  if (name === 'AssertionError') return true
  return cause !== null && typeof cause === 'object' && isExpectation(cause)
}
