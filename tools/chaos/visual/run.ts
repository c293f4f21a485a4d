import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Visual check: every page of the desk, of the portal and of the docs in both languages, light and dark, at three widths,
 * for accessibility, clipping and overlaps. `npm run drill -- looks` checks all, `-- looks '^client' dark-390` those names
 * in those variants. Screenshots are stored in artefacts/screenshots/.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const houses = {
  desk: 'apps/gateway/test/nightly/backoffice-visual.test.ts',
  room: 'apps/gateway/test/nightly/portal-visual.test.ts',
  docs: 'apps/gateway/test/nightly/docs-visual.test.ts',
}

interface VisualReport {
  pages: number
  looks: number
  found: string[]
}

const folder = await mkdtemp(join(tmpdir(), 'eclusa-looks-'))
try {
  const told: VisualReport[] = []
  for (const [house, file] of Object.entries(houses)) {
    await look(file)
    // Without a result file the run was not completed, which is no result.
    told.push(JSON.parse(await readFile(join(folder, `${house}.json`), 'utf8')) as VisualReport)
  }
  const findings = told.reduce((all, one) => all + one.found.length, 0)
  const sum = (what: 'pages' | 'looks') => told.reduce((all, one) => all + one[what], 0)
  process.stdout.write(`${JSON.stringify({ pages: sum('pages'), looks: sum('looks'), findings })}\n`)
  process.exitCode = findings > 0 || sum('looks') === 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Run by the test runner, with its stages. */
function look(file: string): Promise<void> {
  const [pages = '', looks = ''] = process.argv.slice(2)
  const env = { ...process.env, LOOKS_FOLDER: folder, LOOKS_ONLY: pages, LOOKS_IN: looks }
  const runner = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    cwd: root,
    env,
    // Its standard output is for tests; the findings come on another channel.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => runner.once('exit', () => resolve()))
}
