import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compiled } from '../../sandbox/compiled.ts'
import type { seed } from '../../sandbox/seed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

/** The last commit before secrets could be turned, metrics told of what waits and a doctor looked: what a bank would come from. */
export const BEFORE = 'eaf0221708ebc40a2e7abbe9a60e2bafc2016138'

/** The names of the migrations that a commit knows, in order. */
export async function migrationsAt(commit: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-tree', '--name-only', commit, 'migrations/'], { cwd: root })
  return stdout.split('\n').flatMap((path) => (path.endsWith('.sql') ? [path.slice('migrations/'.length)] : []))
}

/** Another version of the gateway, as an operator has it on a machine: its sources and its own packages. */
export interface Version {
  main: string
  migrate(ownerUrl: string): Promise<string>
  /** How it makes its first users: this one may write columns that it does not have. */
  seed: typeof seed
  remove(): Promise<void>
}

export async function checkOut(commit: string): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-before-'))
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  if ((await lockOf(root)) === (await lockOf(folder)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  const main = join(folder, 'src', 'main.ts')
  const { seed: itsSeed } = (await import(join(folder, 'sandbox', 'seed.ts'))) as { seed: typeof seed }
  return {
    main,
    migrate: (ownerUrl) => runMigrate(main, ownerUrl),
    seed: itsSeed,
    remove: () => rm(folder, { recursive: true }),
  }
}

const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8')

/** What `eclusa migrate` of that version prints, as an operator runs it. */
export async function runMigrate(main: string, ownerUrl: string, ...options: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...compiled, DATABASE_OWNER_URL: ownerUrl }
  return (await run(process.execPath, [main, 'migrate', ...options], { env })).stdout
}
