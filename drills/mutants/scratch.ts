import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Mutant } from './mutant.ts'

/** A copy of the tree that may be broken, gone with the process. The tree itself is only read. */
export interface Scratch {
  root: string
  plant(mutant: Mutant): Promise<void>
  mend(mutant: Mutant): Promise<void>
}

/** What is no part of the tree, or is made by what runs in it. */
const left = new Set(['.git', 'node_modules', 'artefacts', '.sandbox', 'coverage', 'secrets'])

export async function copyTree(tree: string): Promise<Scratch> {
  const root = await mkdtemp(join(tmpdir(), 'eclusa-mutants-'))
  // However this ends: who is interrupted leaves no copy behind.
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  for (const name of await readdir(tree)) {
    // With their times, so that pages that were built are not built again.
    if (!left.has(name)) await cp(join(tree, name), join(root, name), { recursive: true, preserveTimestamps: true })
  }
  await symlink(join(tree, 'node_modules'), join(root, 'node_modules'))
  const apply = (mutant: Mutant, ...how: string[]) => applyPatch(root, mutant, ...how)
  return {
    root,
    async plant(mutant) {
      await apply(mutant)
      try {
        // What is no TypeScript any more would fail every test, and show nothing of any.
        for (const file of mutant.files) stripTypeScriptTypes(await readFile(join(root, file), 'utf8'))
      } catch (error) {
        await apply(mutant, '--reverse')
        throw error
      }
    },
    mend: (mutant) => apply(mutant, '--reverse'),
  }
}

/** As git applies it, and as it does where there is no repository: in one that is around it, paths would mean others. */
export async function applyPatch(root: string, { name, path }: Mutant, ...how: string[]): Promise<void> {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) }
  await promisify(execFile)('git', ['apply', ...how, path], { cwd: root, env }).catch((cause: unknown) => {
    throw new Error(`${name} does not apply`, { cause })
  })
}
