import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))
const built = join(root, 'desk/dist')
/** Written from the contract with every build, and so never older than it. */
const written = join(root, 'desk/contract/types.ts')

/** Builds the pages of the desk, unless what is built is newer than all it is made of. Whether it had to. */
export async function buildPages(): Promise<boolean> {
  const [there, changed] = await Promise.all([changedAt(join(built, 'index.html')), newestSource()])
  if (there > changed) return false
  // Not through npm, which somebody who stops the sandbox would have to wait for.
  await run(['scripts/desk-types.ts'])
  await run(['node_modules/vite/bin/vite.js', 'build', 'desk', '--logLevel', 'warn'])
  return true
}

/** As they are shipped, whoever builds them: a test would be given those of somebody who develops them. */
const env = { ...process.env, NODE_ENV: 'production' }
const run = (parts: string[]) => promisify(execFile)(process.execPath, parts, { cwd: root, env })

async function newestSource(): Promise<number> {
  const names = await readdir(join(root, 'desk'), { recursive: true })
  const sources = names
    .map((name) => join(root, 'desk', name))
    .filter((path) => !path.startsWith(built) && path !== written)
  const times = await Promise.all(
    [...sources, join(root, 'openapi/desk.json'), join(root, 'package-lock.json')].map(changedAt),
  )
  return Math.max(...times)
}

/** A file that is not there is older than any. A folder changes with what is built in it, and does not count. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.mtimeMs : 0
}
