import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../sources.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const map = readFileSync(join(root, 'docs/development/code-map.md'), 'utf8')

/** Not of the repository, or a heading of the map. */
const apart = new Set([
  '.git',
  '.sandbox',
  'artefacts',
  'coverage',
  'node_modules',
  'apps',
  'packages',
  'tools',
  'apps/gateway',
  'apps/gateway/src',
  'apps/gateway/src/areas',
])

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
}

function foldersUnder(folder: string): string[] {
  return foldersIn(folder).flatMap((one) => [one, ...foldersUnder(one)])
}

it('has every folder, and no other', () => {
  const told = [...map.matchAll(/^\| `([\w./-]+)\/` +\|/gm)].map(([, folder]) => folder!)
  const there = [
    ...['.', 'apps', 'packages', 'tools'].flatMap(foldersIn),
    ...foldersUnder('apps/gateway/src'),
    ...['migrations', 'test', 'test/guides', 'test/e2e'].map((folder) => `apps/gateway/${folder}`),
    'openapi/examples',
  ]
  const wanted = there.filter((folder) => !apart.has(folder) && !folder.endsWith('/vectors'))
  expect(told.toSorted()).toEqual(wanted.toSorted())
})

it('has every way from one area into another, and no other', () => {
  const rows = [...map.matchAll(/^\| `([\w-]+)` +\| `([\w-]+)` +\| (`[^|]+`) +\|/gm)]
  const doors = rows.flatMap(([, from, to, files]) =>
    [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => `${from} to ${to}/${file}`),
  )
  const ways = [...readSources(['apps/gateway/src/areas'])]
    .filter(([path]) => !path.endsWith('.test.ts'))
    .flatMap(([path, text]) => {
      const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, way]) => normalize(join(dirname(path), way!)))
      const area = path.split('/')[4]
      return imported
        .filter(
          (file) => file.startsWith('apps/gateway/src/areas/') && !file.startsWith(`apps/gateway/src/areas/${area}/`),
        )
        .map((file) => `${area} to ${file.slice('apps/gateway/src/areas/'.length)}`)
    })
  expect(doors.toSorted()).toEqual([...new Set(ways)].toSorted())
})
