import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { routes } from '../src/api.ts'
import { apiSettings, keySettings, migrateSettings, workerSettings } from '../src/settings.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const rows = readme.split('\n').filter((line) => line.startsWith('|'))

it('lists every operation, and none that is not there', () => {
  const told = rows.flatMap((row) => {
    const [, methods, path] = /^\| ([A-Z, ]+?) *\| `(\/[^`]*)`/.exec(row) ?? []
    return methods ? methods.split(', ').map((method) => `${method} ${path}`) : []
  })
  const declared = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(told.toSorted()).toEqual(declared.toSorted())
})

it('names every setting, and none that is not read', () => {
  const named = rows.flatMap((row) => {
    const [, cell] = /^\| (`[A-Z0-9_]+`[^|]*)\|/.exec(row) ?? []
    return [...(cell ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!)
  })
  const all = [apiSettings, workerSettings, migrateSettings, keySettings]
  const read = new Set(all.flatMap((settings) => Object.keys(settings)))
  expect(named.toSorted()).toEqual([...read].toSorted())
})
