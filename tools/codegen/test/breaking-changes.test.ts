import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unlistedBreaks, versionBefore } from '../breaking-changes.ts'

const operation = (operationId: string, required: string[]) => ({
  operationId,
  responses: {
    200: {
      description: 'It is done.',
      content: {
        'application/json': { schema: { type: 'object', required, properties: { id: { type: 'string' } } } },
      },
    },
  },
})
const contract = (required: string[], more: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/things': { get: operation('listThings', required) }, ...more },
  })
const changelog = (...breaking: string[]) =>
  `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n### Breaking\n\n${breaking.map((line) => `- ${line}\n`).join('')}\n## [0.1.0]\n\n### Breaking\n\n- \`listThings\` was changed.\n`

describe('a breaking change', () => {
  const before = { contract: contract(['id']), changelog: changelog() }
  const breaks = contract([])

  it('is reported with its operation', async () => {
    const [problem, ...more] = await unlistedBreaks(before, { contract: breaks, changelog: changelog() })
    expect(problem).toMatch(/`listThings`.* became optional/)
    expect(more).toEqual([])
  })

  it.each(['`listThings` no longer requires `id`.', 'The shape\n  of `listThings`.', 'In every operation.'])(
    'is listed by %j',
    async (line) => {
      expect(await unlistedBreaks(before, { contract: breaks, changelog: changelog(line) })).toEqual([])
    },
  )

  it.each(['`getThing` is gone.', 'listThings, without the quotes.'])('is not listed by %j', async (line) => {
    expect(await unlistedBreaks(before, { contract: breaks, changelog: changelog(line) })).toHaveLength(1)
  })

  it('is not listed by an older entry', async () => {
    const listed = changelog('`listThings` no longer requires `id`.')
    expect(
      await unlistedBreaks({ ...before, changelog: listed }, { contract: breaks, changelog: listed }),
    ).toHaveLength(1)
  })
})

it('does not report an operation that is added', async () => {
  const more = contract(['id'], { '/others': { get: operation('listOthers', ['id']) } })
  const before = { contract: contract(['id']), changelog: changelog() }
  expect(await unlistedBreaks(before, { contract: more, changelog: changelog() })).toEqual([])
})

describe('the previous version', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'eclusa-versions-'))
    mkdirSync(join(root, 'openapi'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@eclusa.test', ...words], { cwd: root })
  function commit(text: string): void {
    writeFileSync(join(root, 'openapi/openapi.json'), text)
    writeFileSync(join(root, 'CHANGELOG.md'), text)
    git('add', '.')
    git('commit', '--quiet', '--message', text)
  }

  it('is the merge base on a branch, and the parent on the main branch', () => {
    git('init', '--quiet', '--initial-branch', 'main')
    commit('one')
    expect(versionBefore(root)).toBeUndefined()
    commit('two')
    expect(versionBefore(root)).toEqual({ contract: 'one', changelog: 'one' })
    git('checkout', '--quiet', '-b', 'work')
    commit('three')
    commit('four')
    expect(versionBefore(root)).toEqual({ contract: 'two', changelog: 'two' })
  })

  it('is absent in a tree without history', () => {
    expect(versionBefore(root)).toBeUndefined()
  })
})
