import { readFileSync } from 'node:fs'
import { readContract } from '@eclusa/testing/contract.ts'
import { expect, it } from 'vitest'
import { reportSettings } from '../src/platform/config/settings.ts'
import { apiSettings, keySettings, migrateSettings, workerSettings } from '../src/settings.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

function codesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<=[`[])[A-Z][A-Z_]{3,}(?=[`\]])/g)].map(([code]) => code))].toSorted()
}

it('has every operation of the contract, with its errors, and no other', () => {
  const page = read('docs/reference/operations.md').split('## On the internal port')[0]!
  const [common, ...sections] = page.split('\n### ')
  const told = sections.map((section) => {
    const [, name, method, path] = /^(\w+)\n\n`([A-Z]+) (\S+)`/.exec(section)!
    return JSON.stringify({ name, method, path, codes: codesIn(section) })
  })
  const { paths } = readContract()
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: name, responses }]) => {
      const said = Object.values(responses).map(({ description }) => description)
      const codes = codesIn(said.join(' ')).filter((code) => !codesIn(common!).includes(code))
      return JSON.stringify({ name, method: method.toUpperCase(), path, codes })
    }),
  )
  expect(told.toSorted()).toEqual(declared.toSorted())
})

const rows = read('docs/reference/settings.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, name]) => name?.startsWith('`'))
const told = new Map(rows.map(([, name, readers, fallback]) => [name!.slice(1, -1), { readers, fallback }]))

it('has every setting once', () => {
  expect(told.size).toBe(rows.length)
})

it.each([
  ['api', 'api', apiSettings],
  ['worker', 'worker', workerSettings],
  ['migrate', 'migrate', migrateSettings],
  ['keys', 'keys|commands', keySettings],
])('has every setting of %s as the process itself takes it', (_, reader, settings) => {
  for (const { name, origin, value, problem } of reportSettings(settings, {})) {
    const { readers, fallback } = told.get(name) ?? {}
    expect(readers, name).toMatch(new RegExp(`\\b(${reader})\\b`))
    if (origin === 'default') expect(fallback, name).toBe(value === '' ? 'empty' : `\`${value}\``)
    else
      expect(fallback, name).toMatch(
        problem ? /^required( with `INSTALLATION=live`)?(, secret)?$/ : /^(none|required with)/,
      )
  }
})
