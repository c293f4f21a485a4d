import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The frontends and their sources. The portal uses parts of the desk. */
const builds = [
  { name: 'apps/backoffice', sources: ['apps/backoffice', 'packages/ui'] },
  { name: 'apps/portal', sources: ['apps/portal', 'packages/ui'] },
]
/** The pages list the event types of the contract, and packages are part of the bundle. */
const others = ['openapi/openapi.json', 'package-lock.json']

/** Builds the pages that are older than their sources. Returns whether there were any. */
export async function buildPages(): Promise<boolean> {
  const old = await Promise.all(
    builds.map(async (build) => {
      const [there, changed] = await Promise.all([
        changedAt(join(root, build.name, 'dist/index.html')),
        newestSource(build.sources),
      ])
      return there > changed ? [] : [build.name]
    }),
  )
  const names = old.flat()
  if (names.length === 0) return false
  // Not through npm, which would delay the shutdown of the sandbox.
  await run(['tools/codegen/generate.ts'])
  for (const name of names) await run(['node_modules/vite/bin/vite.js', 'build', name, '--logLevel', 'warn'])
  return true
}

/** A production build always, also in a development environment. */
const env = { ...process.env, NODE_ENV: 'production' }
const run = (parts: string[]) => promisify(execFile)(process.execPath, parts, { cwd: root, env })

async function newestSource(folders: string[]): Promise<number> {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  )
  const sources = listed.flat().filter((path) => !made.test(path))
  const times = await Promise.all([...sources, ...others].map((path) => changedAt(join(root, path))))
  return Math.max(...times)
}

/** Written by every build, and so never older than it. */
const made = /^apps\/[a-z]+\/(dist\/|api\/types\.ts$)/

/** A missing file counts as oldest. A folder changes with its build output, so its own time does not count. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.mtimeMs : 0
}
