import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type * as Client from '@eclusa/client/src/index.ts'
import { root } from '@eclusa/testing/e2e/sandbox.ts'

const run = promisify(execFile)

export type ClientPackage = typeof Client

/** The client as integrators get it: packed, and installed in an empty folder. */
export interface PackedClient {
  client: ClientPackage
  /** The installation folder. */
  folder: string
  /** Compiler errors of these programs, which are in the same folder. Empty if there are none. */
  compile(programs: Record<string, string>, more?: string[]): Promise<string>
  /** A page of the package. */
  guide(name: string): string
  remove(): Promise<void>
}

export async function packClient(): Promise<PackedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-client-'))
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: `${root}packages/client`,
  })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  // Its dependencies are already there, from the lock file: no registry is called.
  const beside = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => `${root}node_modules/${name}`)
  const quiet = ['--silent', '--offline', '--no-audit', '--no-fund', '--install-links']
  await run('npm', ['install', ...quiet, packed.stdout.trim(), ...beside], { cwd: folder })
  const installed = join(folder, 'node_modules/@eclusa/client')

  return {
    client: (await import(join(installed, 'dist/index.js'))) as ClientPackage,
    folder,
    guide: (name) => readFileSync(join(installed, name), 'utf8'),
    async compile(programs, more = ['--types', '']) {
      for (const [name, program] of Object.entries(programs)) await writeFile(join(folder, name), program)
      const strictly = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
      const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom', ...more]
      const compiler = `${root}node_modules/.bin/tsc`
      return run(compiler, [...strictly, ...target, ...Object.keys(programs)], { cwd: folder }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      )
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
