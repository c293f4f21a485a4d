import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { drawn, readMutants } from '../mutation-testing/mutant.ts'
import { PROPERTY_TESTS, propertyTestsOf } from '../mutation-testing/property-tests.ts'
import { applyPatch } from '../mutation-testing/scratch.ts'

/** Properties of planted bugs without running them. `npm run drill -- mutants` checks that tests catch them. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const mutants = readMutants()

it('each applies to the current tree', async () => {
  const stale = await Promise.allSettled(mutants.map((mutant) => applyPatch(root, mutant, '--check')))
  expect(stale.flatMap((tried) => (tried.status === 'rejected' ? [String(tried.reason)] : []))).toEqual([])
})

it('each describes its harm to people in a sentence, changes the gateway, and names an existing test', () => {
  const wrong = mutants.filter(({ harm, files, test, named }) => {
    const told = /^[A-Z1].{20,}[.]$/.test(harm)
    const planted = files.length > 0 && files.every((file) => /^apps\/gateway\/src\/.*(?<!\.test)\.ts$/.test(file))
    return !told || !planted || !existsSync(`${root}${test}`) || !isNamed(readFileSync(`${root}${test}`, 'utf8'), named)
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

/** In its literal form, also where it begins with the parameter of `it.each`. */
const isNamed = (text: string, named: string) => text.includes(named) || text.includes(named.replace(/^\w+/, '%s'))

it('every area has one, and so have the gate, the desk, the journal, events, partners and the ground floor', () => {
  const areas = readdirSync(`${root}apps/gateway/src/areas`)
  const folders = new Set(mutants.map(({ name }) => name.split('/')[0]!))
  expect([...folders].toSorted()).toEqual(
    [...areas, 'audit-log', 'backoffice', 'events', 'http', 'partners', 'platform'].toSorted(),
  )
  expect(mutants.length).toBeGreaterThanOrEqual(60)
})

it('every property test is listed with its area, and its area has a mutant', () => {
  const files = globSync('{apps/gateway/{src,test},tools/{chaos,codegen}/test}/**/*.test.ts', { cwd: root })
  const generated = files.filter((file) =>
    /^import .* from 'fast-check'$/m.test(readFileSync(`${root}${file}`, 'utf8')),
  )
  expect(Object.keys(PROPERTY_TESTS).toSorted()).toEqual(generated.toSorted())
  const met = new Set(mutants.flatMap((mutant) => propertyTestsOf(mutant).map(({ test }) => test)))
  expect(Object.keys(PROPERTY_TESTS).filter((test) => !met.has(test))).toEqual([])
})

it('are drawn by a text: the same text draws the same ten, and another text others', () => {
  const names = (by: string) => drawn(mutants, 10, by).map(({ name }) => name)
  expect(names('a commit')).toEqual(names('a commit'))
  expect(names('a commit')).toHaveLength(10)
  expect(names('another')).not.toEqual(names('a commit'))
})
