import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isThere = (path: string) => existsSync(join(root, path))
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'clients/typescript/README.md',
  'clients/typescript/LEIAME.md',
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

function leadsSomewhere(page: string, target: string): boolean {
  const [path, anchor] = target.split('#') as [string, string?]
  const file = path === '' ? page : normalize(join(dirname(page), path))
  if (!isThere(file)) return false
  return anchor === undefined || (statSync(join(root, file)).isFile() && anchorsOf(read(file)).includes(anchor))
}

it.each(pages)('%s links to what is there', (page) => {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  expect(targets.filter((target) => !/^(https?|mailto):/.test(target) && !leadsSomewhere(page, target))).toEqual([])
})

/** Decisions and the changelog tell of what was; everything else of what is. */
const present = pages.filter((page) => !/^(CHANGELOG|docs\/decisions\/0)/.test(page))

it.each(present)('%s names files and folders that are there', (page) => {
  const folders = '\\.ci|bench|clients|deploy|docs|drills|migrations|openapi|sandbox|scripts|src|test'
  const named = [...read(page).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))].map(([, path]) => path!)
  expect(named.filter((path) => !isThere(path) && !/NNNN|CODE/.test(path))).toEqual([])
})

it('has a README of less than 120 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(120)
})

describe('decisions', () => {
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')

  it('have every number once, and none is missing', () => {
    const numbers = names.map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(names.map((_, index) => index + 1))
  })

  it.each(names)('%s has the form of all others, and is in the list', (name) => {
    const page = read(`docs/decisions/${name}`)
    const number = name.slice(0, 4)
    const [, title] = new RegExp(`^# ${number}\\. (.+)\n\nStatus: (?:accepted|superseded).*\n\n`).exec(page) ?? []
    expect(title, 'begins with "# NNNN. Title" and "Status: accepted"').toBeDefined()
    expect(page.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(read('docs/decisions/README.md')).toContain(`- [${number}](${name}) ${title}\n`)
  })
})
