import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { judge, type Sentence } from './judge.ts'
import { drawn, type Mutant, readMutants } from './mutant.ts'
import { PROPERTY_TESTS } from './property-tests.ts'
import { copyTree } from './scratch.ts'
import { openTests } from './tests.ts'

/**
 * Mutation testing: plants bugs one at a time in a copy of the tree, and checks that the named test fails. That test has to
 * pass without the bug, or it proves nothing. A bug that is not caught is a missing test.
 *
 * The property tests of the bug's area run against it too. With all bugs planted, every property test must catch at least
 * one, or it proves nothing about its area.
 *
 *   npm run drill -- mutants                     every one
 *   npm run drill -- mutants gate events/lost    those whose names begin so
 *   npm run drill -- mutants --drawn 10 [names]  ten, chosen by the commit: others with the next; and those of these names
 */
const tree = fileURLToPath(new URL('../../../', import.meta.url))
const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { drawn: { type: 'string' } },
})
const mutants = choose(readMutants())

await drill(async ({ say, must }) => {
  must(mutants.length > 0, 'there is something to plant')
  if (mutants.length === 0) return
  const files = new Set(mutants.map(({ test }) => test))
  const scratch = await copyTree(tree)
  const tests = await openTests(scratch.root)
  const sentences: Sentence[] = []
  try {
    // Without a mutant they can run in parallel.
    const sound = await tests.run(mutants)
    say(`${mutants.length} mutants; the ${files.size} test files that are to catch them took ${since()} s without any`)
    for (const mutant of mutants) {
      const sentence = await judge(mutant, { scratch, tests, sound })
      sentences.push(sentence)
      say(`${String(sentences.length).padStart(3)} of ${mutants.length}  ${told(sentence)}`)
    }
    say(`all of it took ${since()} s`)
  } finally {
    await tests.close()
  }
  const escaped = sentences.filter(({ caught }) => !caught)
  for (const { mutant, why } of escaped) say(`\n${mutant.name}: ${mutant.harm}\n  ${why ?? ''}`)
  reportProperties(sentences, say)
  if (sentences.length === readMutants().length)
    for (const test of Object.keys(PROPERTY_TESTS))
      must(caughtBy(test, sentences).length > 0, `${test} catches a mutant of its area`)
  must(escaped.length === 0, `every one is caught: ${escaped.length} of ${sentences.length} were not`)
})

function reportProperties(sentences: Sentence[], say: (line: string) => void): void {
  for (const test of Object.keys(PROPERTY_TESTS)) {
    const met = sentences.filter(({ properties }) => properties.some((each) => each.test === test))
    const caught = caughtBy(test, sentences)
    if (met.length > 0) say(`property test ${test} catches ${caught.length} of ${met.length}: ${caught.join(', ')}`)
  }
}

function caughtBy(test: string, sentences: Sentence[]): string[] {
  const caught = sentences.filter(({ properties }) => properties.some((each) => each.test === test && each.caught))
  return caught.map(({ mutant }) => mutant.name)
}

function since(): string {
  return (performance.now() / 1000).toFixed(0)
}

function told({ mutant: { name, test }, how, seconds }: Sentence): string {
  return `${how.padEnd(16)} ${`${seconds.toFixed(1)} s`.padStart(7)}  ${name}  (${test})`
}

function choose(all: Mutant[]): Mutant[] {
  if (asked.drawn === undefined && names.length === 0) return all
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: tree, encoding: 'utf8' }).trim()
  const chosen = new Set(drawn(all, Number(asked.drawn ?? 0), commit))
  return all.filter((mutant) => chosen.has(mutant) || names.some((begin) => mutant.name.startsWith(begin)))
}
