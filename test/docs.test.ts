import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reportSettings } from '../src/base/config/settings.ts'
import { apiSettings, keySettings, migrateSettings, workerSettings } from '../src/settings.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** What a heading is called in an address: its words in small letters, joined by hyphens. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it.each(pages)('%s links to what is there', (page) => {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const broken = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .filter((target) => {
      const [path, anchor] = target.split('#') as [string, string?]
      const file = path === '' ? page : normalize(join(dirname(page), path))
      if (!existsSync(join(root, file))) return true
      return (
        anchor !== undefined && (statSync(join(root, file)).isDirectory() || !anchorsOf(read(file)).includes(anchor))
      )
    })
  expect(broken).toEqual([])
})

it('has a README of less than 120 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(120)
})

describe('decisions', () => {
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  /** From here on numbers are given out in ranges to whoever works at the same time, so some may be missing for a while. */
  const FIRST_OF_RANGES = 30

  it('have every number once', () => {
    const numbers = names.map((name) => Number(name.slice(0, 4)))
    expect(new Set(numbers).size).toBe(numbers.length)
    const counted = numbers.filter((number) => number < FIRST_OF_RANGES)
    expect(counted).toEqual(Array.from({ length: FIRST_OF_RANGES - 1 }, (_, index) => index + 1))
  })

  it.each(names)('%s has the form of all others, and is in the list', (name) => {
    const page = read(`docs/decisions/${name}`)
    const number = name.slice(0, 4)
    const [, title] = new RegExp(`^# ${number}\\. (.+)\n\nStatus: (?:accepted|superseded by .+)\n\n`).exec(page) ?? []
    expect(title, 'begins with "# NNNN. Title" and "Status: accepted"').toBeDefined()
    expect(page.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(read('docs/decisions/README.md')).toContain(`- [${number}](${name}) ${title}\n`)
  })
})

describe('the reference', () => {
  it('has every operation of the contract, with its errors, and no other', () => {
    const { paths } = JSON.parse(read('openapi/openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string }> }>>
    }
    const [common, ...sections] = read('docs/reference/operations.md')
      .split('## On the internal port')[0]!
      .split('\n### ')
    const told = sections.map((section) => {
      const [, name, method, path] = /^(\w+)\n\n`([A-Z]+) (\S+)`/.exec(section)!
      return { name, method, path, codes: codesIn(section) }
    })
    const everywhere = codesIn(common!)
    const declared = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: name, responses }]) => ({
        name,
        method: method.toUpperCase(),
        path,
        codes: codesIn(JSON.stringify(responses)).filter((code) => !everywhere.includes(code)),
      })),
    )
    const byName = (a: { name: string | undefined }, b: { name: string | undefined }) => (a.name! < b.name! ? -1 : 1)
    expect(told.toSorted(byName)).toEqual(declared.toSorted(byName))
  })

  it.each(Object.entries({ api: apiSettings, worker: workerSettings, migrate: migrateSettings, keys: keySettings }))(
    'has every setting of %s as the process itself takes it',
    (reader, settings) => {
      const rows = read('docs/reference/settings.md')
        .split('\n')
        .flatMap((line) => {
          const [, name, readers, fallback] = line.split('|').map((cell) => cell.trim())
          return name?.startsWith('`') ? [[name.slice(1, -1), { readers: readers!, fallback: fallback! }] as const] : []
        })
      const told = new Map(rows)
      expect(told.size).toBe(rows.length)
      for (const { name, origin, value, problem } of reportSettings(settings, {})) {
        const { readers, fallback } = told.get(name)!
        expect(readers.split(', '), name).toEqual(
          expect.arrayContaining([readers.includes('commands') && reader === 'keys' ? 'commands' : reader]),
        )
        if (origin === 'default') expect(fallback, name).toBe(value === '' ? 'empty' : `\`${value}\``)
        else expect(fallback, name).toMatch(problem ? /^required(, secret)?$/ : /^(none|required with)/)
      }
    },
  )
})

function codesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<=[`[])[A-Z][A-Z_]{3,}(?=[`\]])/g)].map(([code]) => code))].toSorted()
}
