import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages } from '@eclusa/simulators/build-pages.ts'
import { asAdmin, createDatabase } from '@eclusa/simulators/database.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateName: string
    /** Shared by several test files, removed after the run. */
    folder: string
  }
}

const serverSettings = [
  // Nothing of a test run has to survive a power cut.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Tests open thousands of connections, and a login costs both sides most of its time in hashing the password.
  'scram_iterations=1',
  // Most databases live for seconds: a process of autovacuum for each of them, every minute, finds nothing to do.
  'autovacuum_naptime=1h',
]

/** One server for the whole run, and one migrated database in it that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(process.env, serverSettings)
  const templateName = `eclusa_template_${process.pid}`
  await createDatabase(postgres.adminUrl, templateName)
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-run-'))
  project.provide('folder', folder)
  project.provide('adminUrl', postgres.adminUrl)
  project.provide('templateName', templateName)
  // Once for all browsers, and only when a source has changed.
  await buildPages()
  return async () => {
    await asAdmin(postgres.adminUrl, (admin) => admin.query(`drop database if exists ${templateName} with (force)`))
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
