import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isThere = (path: string) => existsSync(join(root, path))
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'packages/client/README.md',
  'packages/client/LEIAME.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The anchor of a heading: its words in lower case, joined by hyphens. */
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

it.each(pages)('%s has no broken links', (page) => {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  expect(targets.filter((target) => !/^(https?|mailto):/.test(target) && !leadsSomewhere(page, target))).toEqual([])
})

/** The changelog describes earlier states; everything else describes the present one. */
const present = pages.filter((page) => page !== 'CHANGELOG.md')

it.each(present)('%s names existing files and folders', (page) => {
  const folders = '\\.ci|apps|clients|deploy|docs|openapi|packages|tools'
  const named = [...read(page).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))].map(([, path]) => path!)
  expect(named.filter((path) => !isThere(path) && !/NNNN|CODE|\/dist$/.test(path))).toEqual([])
})

it('has a README of less than 120 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(120)
})

const words = (page: string) => read(page).split(/\s+/).filter(Boolean).length

it.each([
  ['README.md', 700],
  ['LEIAME.md', 700],
  ['ARCHITECTURE.md', 1_500],
  ['CONTRIBUTING.md', 800],
])('%s has at most %i words', (page, most) => {
  expect(words(page)).toBeLessThanOrEqual(most)
})

it('has a README, a map and a guide for contributors of at most 3,200 words together', () => {
  expect(words('README.md') + words('ARCHITECTURE.md') + words('CONTRIBUTING.md')).toBeLessThanOrEqual(3_200)
})

it.each(readdirSync(join(root, 'docs/development')).filter((name) => name !== 'README.md'))(
  'docs/development/%s is in the list of its folder',
  (name) => {
    expect(read('docs/development/README.md')).toContain(`](${name})`)
  },
)

describe('decisions', () => {
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')

  it('have every number once, without a gap', () => {
    const numbers = names.map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(names.map((_, index) => index + 1))
  })

  it('are at most 45', () => {
    expect(names.length).toBeLessThanOrEqual(45)
  })

  it.each(names)('%s has the common form, and is in the list', (name) => {
    const page = read(`docs/decisions/${name}`)
    const number = name.slice(0, 4)
    const front = '---\n\nstatus: accepted\ndate: \\d{4}-\\d{2}-\\d{2}\ntags: \\[[a-z0-9-]+(?:, [a-z0-9-]+)*\\]\n---\n'
    const [, title] = new RegExp(`^${front}\n# ${number}\\. (.+)\n\n`).exec(page) ?? []
    expect(title, 'begins with status, date and tags, then "# NNNN. Title"').toBeDefined()
    expect(page.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(page.trimEnd().split('\n').length).toBeLessThan(60)
    expect(read('docs/decisions/README.md')).toContain(`- [${number}](${name}) ${title}\n`)
  })
})
